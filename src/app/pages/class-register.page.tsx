import { ORPCError } from "@orpc/client"
import Download from "lucide-react/icons/download"
import { data } from "react-router"
import { HALL_INTENTS, serveHall } from "#features/attendance/web/hall/hall-list.act.ts"
import { HallListCard } from "#features/attendance/web/hall/hall-list.card.tsx"
import { serveMark } from "#features/attendance/web/mark.ts"
import { NoticeList } from "#features/attendance/web/notice-list.card.tsx"
import { RegisterCard } from "#features/attendance/web/register.card.tsx"
import { Snapshots } from "#features/attendance/web/snapshots.card.tsx"
import { attendanceTexts } from "#features/attendance/web/texts/attendance.texts.ts"
import { CLASS_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { isId } from "#shared/ids.ts"
import { formatDateIn, formatTimeIn } from "#shared/time.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { ButtonLink, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { intentOf } from "#ui/form-request.ts"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/class-register.page.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: attendanceTexts[languageOf(matches)].metaTitle }]
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/teacher-auth")
  const class_id = params.classId
  if (!isId(class_id)) throw data(null, { status: 404 })
  try {
    const [scheduledClass, register, notices, snapshots] = await Promise.all([
      page.api.classes.get({ class_id }),
      page.api.attendance.register({ class_id }),
      page.api.attendance.notices({ class_id }),
      page.api.attendance.snapshots({ class_id }),
    ])
    const isOver = scheduledClass.status !== "cancelled" && scheduledClass.ends_at <= page.now
    return { scheduledClass, register, notices, snapshots, isOver, zone: page.zone }
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}

export async function action(args: Route.ActionArgs) {
  const intent = await intentOf(args.request)
  if (HALL_INTENTS.includes(intent)) return serveHall(args, args.params.classId, intent)
  return serveMark(args, args.params.classId)
}

/** States of notices that need a decision by staff. */
const OPEN = new Set(["held", "failed", "undelivered", "unknown"])

const SHOWN = [...CLASS_CHANGES, "class.attendance", "class.notices", "class.presence"] as const

/** The register of one class and the notices to parents about it. */
export default function ClassRegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { scheduledClass, register, notices, snapshots, isOver, zone } = loaderData
  const text = useTexts(attendanceTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const waits = notices.some(({ status }) => OPEN.has(status))
  useFlash(actionData?.toast)
  useLiveTopics(topicOfChanges(SHOWN, [scheduledClass.id]))
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/teacher-dashboard?tab=classes", label: text.register.back }}
        title={scheduledClass.title}
        description={text.register.when(
          formatDateIn(tag, scheduledClass.scheduled_date),
          formatTimeIn(tag, scheduledClass.start_time),
          formatTimeIn(tag, scheduledClass.end_time),
        )}
        actions={
          <a
            href={`/class/${scheduledClass.id}/register.csv`}
            className={buttonClass({ variant: "secondary" })}
            download
          >
            <Download size={18} aria-hidden />
            {text.month.export}
          </a>
        }
      />
      {register.list ? (
        <HallListCard
          list={register.list}
          students={register.entries}
          releasable={scheduledClass.delivery === "on_premises" && isOver}
          zone={zone}
        />
      ) : null}
      <RegisterCard register={register} zone={zone} />
      <Snapshots snapshots={snapshots} zone={zone} />
      <Card
        title={text.register.notices}
        description={text.register.noticesText}
        action={
          waits ? (
            <ButtonLink to="/attendance/messages" variant="secondary" size="sm">
              {text.register.review}
            </ButtonLink>
          ) : null
        }
      >
        <NoticeList notices={notices} zone={zone} />
      </Card>
    </Page>
  )
}
