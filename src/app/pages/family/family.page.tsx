import { redirect } from "react-router"
import { z } from "zod"
import { isOpen } from "#features/classes/rules.ts"
import { guardianTexts } from "#features/guardians/web/guardian.texts.ts"
import { dashboardPath, pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { DashboardLayout } from "#ui/layout/dashboard-layout.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidStart } from "#ui/said-time.ts"
import { FlashNotice } from "#ui/toast.tsx"
import { ConfirmChild } from "../dashboards/guardian-choices.tsx"
import type { Route } from "./+types/family.page.ts"
import { familyTexts } from "./family.texts.ts"
import { namesOf } from "./family-names.ts"
import { FamilyNeeds } from "./family-needs.tsx"
import { FamilyAttendance, FamilyMessages, FamilyPayments, FamilyRecordings } from "./family-news.tsx"
import { FamilyWeek } from "./family-week.tsx"

export const handle = { static: true, own: true, translated: true }

const SHOWN = 3

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: familyTexts[languageOf(matches)].metaTitle }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request, "/guardian")
  if (viewer.role !== "guardian") throw redirect(dashboardPath(viewer.role))
  const { api, now, zone } = page
  const [{ children, to_confirm }, family, orders, sales, recordings] = await Promise.all([
    api.guardians.overview(),
    api.guardians.family(),
    api.payments.mine(),
    api.payments.needs(),
    api.recordings.toWatch({ limit: SHOWN }),
  ])
  return {
    ...{ now, zone, children, to_confirm, family },
    firstName: viewer.first_name,
    due: orders.filter((one) => one.state === "awaiting" && new Date(one.hold_until) > now),
    orders: orders.slice(0, SHOWN),
    asks: sales.asks,
    ending: sales.memberships.filter(({ due, renewable }) => due && renewable),
    recordings: recordings.items,
  }
}

const Answer = z.object({
  student_id: z.uuid(),
  mine: z.enum(["yes", "no"]),
  name: z.string().max(200).default(""),
})

/** Whether a student who gave the viewer's number is their child. */
export function action(args: Route.ActionArgs) {
  return serveForm(args, Answer, async ({ student_id, mine, name }, { api, language }) => {
    const text = guardianTexts[language].dashboard
    await api.guardians.answerForChild({ student_id, mine: mine === "yes" })
    const title = mine === "yes" ? text.confirmed(name) : text.declined
    return redirectWithToast("/family", { tone: "success", title }, "document")
  })
}

/** One page for all children of a guardian: what needs them, what comes next, and who was there. */
export default function FamilyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { firstName, children, to_confirm, family, due, orders, recordings, asks, ending, now, zone } =
    loaderData
  const text = useTexts(familyTexts)
  const guardianText = useTexts(guardianTexts).dashboard
  const saidStart = useSaidStart()
  const next = family.timetable.find((one) => isOpen(one, now))
  return (
    <DashboardLayout
      title={text.title(firstName)}
      description={
        next
          ? `${text.next}: ${saidStart(next)} · ${[next.title, namesOf(children, next.student_ids)].filter(Boolean).join(" · ")}`
          : text.nothingNext
      }
      banner={
        <>
          <FlashNotice flash={actionData?.toast} />
          {to_confirm.map((one) => (
            <ConfirmChild key={one.student_id} student={one} />
          ))}
        </>
      }
      side={
        children.length > 0 ? (
          <>
            <FamilyAttendance rows={family.attendance} childrenOf={children} />
            <FamilyPayments orders={orders} zone={zone} />
            <FamilyRecordings recordings={recordings} />
            <FamilyMessages messages={family.messages} zone={zone} />
          </>
        ) : null
      }
    >
      {children.length > 0 ? (
        <>
          <FamilyNeeds {...{ family, due, asks, ending, zone, now }} childrenOf={children} />
          <FamilyWeek classes={family.timetable} childrenOf={children} now={now} />
        </>
      ) : to_confirm.length === 0 ? (
        <EmptyState
          illustration="no-requests"
          title={guardianText.noChildren}
          text={guardianText.noChildrenText}
        />
      ) : null}
    </DashboardLayout>
  )
}
