import { ORPCError } from "@orpc/client"
import Download from "lucide-react/icons/download"
import { data } from "react-router"
import { applyMark, Mark } from "#features/attendance/web/mark.ts"
import { NoticeList } from "#features/attendance/web/notice-list.card.tsx"
import { RegisterCard } from "#features/attendance/web/register.card.tsx"
import { Snapshots } from "#features/attendance/web/snapshots.card.tsx"
import { CLASS_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { isId } from "#shared/ids.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { ButtonLink, buttonClass } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/class-register.page.ts"

export function meta() {
  return [{ title: "Attendance" }]
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/teacher-auth")
  const class_id = params.classId
  if (!isId(class_id)) throw data(null, { status: 404 })
  try {
    const [session, register, notices, snapshots] = await Promise.all([
      page.api.classes.get({ class_id }),
      page.api.attendance.register({ class_id }),
      page.api.attendance.notices({ class_id }),
      page.api.attendance.snapshots({ class_id }),
    ])
    return { session, register, notices, snapshots, zone: page.zone }
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}

export async function action(args: Route.ActionArgs) {
  return serveForm(args, Mark, (mark, { api }) => applyMark(api, args.params.classId, mark))
}

/** How notices stand that wait for somebody to decide. */
const OPEN = new Set(["held", "failed", "undelivered", "unknown"])

const SHOWN = [...CLASS_CHANGES, "class.attendance", "class.notices", "class.presence"] as const

/** The register of one class and what parents were told about it. */
export default function ClassRegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { session, register, notices, snapshots, zone } = loaderData
  const waits = notices.some(({ status }) => OPEN.has(status))
  useFlash(actionData?.toast)
  useLiveTopics(topicOfChanges(SHOWN, [session.id]))
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/teacher-dashboard?tab=classes", label: "Back to Dashboard" }}
        title={session.title}
        description={`${formatDate(session.scheduled_date)}, ${formatTime(session.start_time)} to ${formatTime(session.end_time)}`}
        actions={
          <a
            href={`/class/${session.id}/register.csv`}
            className={buttonClass({ variant: "secondary" })}
            download
          >
            <Download size={18} aria-hidden />
            Export as CSV
          </a>
        }
      />
      <RegisterCard register={register} zone={zone} />
      <Snapshots snapshots={snapshots} zone={zone} />
      <Card
        title="Messages to parents"
        description="Each parent of an absent student is told once."
        action={
          waits ? (
            <ButtonLink to="/attendance/messages" variant="secondary" size="sm">
              Decide about them
            </ButtonLink>
          ) : null
        }
      >
        <NoticeList notices={notices} zone={zone} />
      </Card>
    </Page>
  )
}
