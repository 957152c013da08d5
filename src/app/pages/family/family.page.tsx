import { redirect } from "react-router"
import { z } from "zod"
import { proofTexts } from "#features/attendance/web/proofs/proof.texts.ts"
import { PROOF_INTENT } from "#features/attendance/web/proofs/proof-form.card.tsx"
import { isOpen } from "#features/classes/rules.ts"
import { guardianTexts } from "#features/guardians/web/guardian.texts.ts"
import { dashboardPath, pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { DashboardLayout } from "#ui/layout/dashboard-layout.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidStart } from "#ui/said-time.ts"
import { FlashNotice } from "#ui/toast.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { ConfirmChild } from "../dashboards/guardian-choices.tsx"
import { findDemos } from "../home/home.load.ts"
import { tellMembership } from "../orders/order.load.ts"
import type { Route } from "./+types/family.page.ts"
import { isDeciding } from "./deciding.ts"
import { familyTexts } from "./family.texts.ts"
import { FamilyTrials } from "./family-demos.tsx"
import { FamilyGuardians } from "./family-guardians.tsx"
import { having, namesOf } from "./family-names.ts"
import { FamilyNeeds } from "./family-needs.tsx"
import {
  FamilyAttendance,
  FamilyMessages,
  FamilyPayments,
  FamilyPickups,
  FamilyRecordings,
} from "./family-news.tsx"
import { FamilyWeek, LaterDemos } from "./family-week.tsx"
import { findTrial, mayAsk } from "./may-ask.ts"

export const handle = { static: true, own: true, translated: true }

export const middleware = [ownDocument]

const SHOWN = 3
const REQUESTS = 100

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: familyTexts[languageOf(matches)].metaTitle }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request, "/guardian")
  if (viewer.role !== "guardian") throw redirect(dashboardPath(viewer.role))
  const { api, now, zone } = page
  const [
    { children, to_confirm },
    family,
    { items: orders, waiting },
    sales,
    recordings,
    { items: requests },
  ] = await Promise.all([
    api.guardians.overview(),
    api.guardians.family(),
    api.payments.mine({ limit: SHOWN }),
    api.payments.needs(),
    api.recordings.toWatch({ limit: SHOWN }),
    api.classes.childDemoRequests({ limit: REQUESTS }),
  ])
  const deciding = children.filter(isDeciding)
  const demos = deciding.length > 0 ? await findDemos(page) : []
  return {
    ...{ now, zone, children, to_confirm, family },
    requests,
    trials: demos.filter(({ id, activity }) => {
      const without = deciding.filter((child) => !findTrial({ requests }, child, activity))
      return mayAsk({ deciding: without, requests }, id)
    }),
    firstName: viewer.first_name,
    due: waiting.filter((one) => new Date(one.hold_until) > now),
    orders,
    asks: sales.asks,
    pickups: sales.memberships
      .filter(({ pickup_days, ended }) => pickup_days.length > 0 && !ended)
      .map((one) => tellMembership(page.language, one)),
    ending: sales.memberships.filter(({ due, renewable }) => due && renewable),
    recordings: recordings.items,
  }
}

const Answer = z.object({
  student_id: z.uuid(),
  mine: z.enum(["yes", "no"]),
  name: z.string().max(200).default(""),
})

const Proof = z.object({ class_id: z.uuid(), student_id: z.uuid(), file: z.file("Choose a file") })

/** Whether a student who gave the viewer's number is their child, or a medical proof for an absence. */
export async function action(args: Route.ActionArgs) {
  const { intent } = Object.fromEntries(await args.request.clone().formData())
  if (intent === PROOF_INTENT) {
    return serveForm(args, Proof, async (proof, { api, language }) => {
      await api.guardians.sendProof(proof)
      return redirectWithToast("/family", { tone: "success", title: proofTexts[language].sent }, "document")
    })
  }
  return serveForm(args, Answer, async ({ student_id, mine, name }, { api, language }) => {
    const text = guardianTexts[language].dashboard
    await api.guardians.answerForChild({ student_id, mine: mine === "yes" })
    const title = mine === "yes" ? text.confirmed(name) : text.declined
    return redirectWithToast("/family", { tone: "success", title }, "document")
  })
}

/** One page for all children of a guardian: what needs them, what comes next, and who was there. */
export default function FamilyPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    firstName,
    children,
    to_confirm,
    family,
    due,
    orders,
    recordings,
    asks,
    requests,
    trials,
    ending,
    pickups,
    now,
    zone,
  } = loaderData
  const text = useTexts(familyTexts)
  const guardianText = useTexts(guardianTexts).dashboard
  const saidStart = useSaidStart()
  const seen = having(children, "see")
  const coming = [...family.timetable, ...family.demos].filter((one) => isOpen(one, now))
  const next = coming.find((one) => one.student_ids.length > one.waiting_ids.length)
  const nothingNext = coming.length > 0 ? text.waitingNext : text.nothingNext
  return (
    <DashboardLayout
      title={text.title(firstName)}
      description={
        next
          ? `${text.next}: ${saidStart(next)} · ${[next.title, namesOf(children, next.student_ids)].filter(Boolean).join(" · ")}`
          : seen.length > 0
            ? nothingNext
            : undefined
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
            {seen.length > 0 ? <FamilyAttendance rows={family.attendance} childrenOf={seen} /> : null}
            <FamilyPickups pickups={pickups} />
            <FamilyPayments orders={orders} zone={zone} />
            {seen.length > 0 ? <FamilyRecordings recordings={recordings} /> : null}
            {having(children, "told").length > 0 ? (
              <FamilyMessages messages={family.messages} zone={zone} />
            ) : null}
            <FamilyGuardians childrenOf={children} />
            {seen.length > 0 ? (
              <ButtonLink
                to="/family/gate"
                reloadDocument
                variant="link"
                className="w-fit text-left whitespace-normal!"
              >
                {text.gate}
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      {children.length > 0 ? (
        <>
          <FamilyNeeds
            {...{ family, due, asks, requests, ending, zone, now }}
            childrenOf={children}
            reply={actionData}
          />
          <FamilyWeek classes={family.timetable} childrenOf={children} now={now} />
          <LaterDemos week={family.timetable} later={family.demos} childrenOf={children} now={now} />
          <FamilyTrials demos={trials} />
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
