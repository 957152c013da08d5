import { data, redirect, useSearchParams } from "react-router"
import { z } from "zod"
import { Code } from "#contract/accounts/accounts.ts"
import { ViewsCard } from "#features/accounts/web/own/views.card.tsx"
import { loadViews } from "#features/accounts/web/own/views.load.ts"
import { useNow } from "#features/classes/web/list/use-now.ts"
import { ConsentChoice } from "#features/guardians/web/consents.act.ts"
import { guardianTexts } from "#features/guardians/web/guardian.texts.ts"
import { guardianPeopleActs } from "#features/guardians/web/people/guardian-people.act.ts"
import { GuardianPeople } from "#features/guardians/web/people/guardian-people.card.tsx"
import { RecordingsToWatch } from "#features/recordings/web/recordings-to-watch.card.tsx"
import { OWN_CHANGES } from "#shared/changes.ts"
import { dashboardPath, pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { chosenTab } from "#ui/components/tabs.tsx"
import { cx } from "#ui/cx.ts"
import { type Args, intentOf } from "#ui/form-request.ts"
import { type Language, languageOf } from "#ui/language.ts"
import { DashboardLayout } from "#ui/layout/dashboard-layout.tsx"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/guardian-dashboard.page.ts"
import { ChildAttendanceView, ChildClassesView, ChildNoticesView } from "./guardian-child.tsx"
import { ChildConsents, ChildData, ConfirmChild, ConsentBanner, KnownBanner } from "./guardian-choices.tsx"
import { chosenChild, guardianTabs } from "./guardian-tabs.ts"
import { OpenAbsences } from "./open-absences.tsx"

export const handle = { translated: true }

const PAST_SHOWN = 10

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: guardianTexts[languageOf(matches)].dashboard.metaTitle },
    { name: "robots", content: "noindex" },
  ]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request, "/guardian")
  if (viewer.role !== "guardian") throw redirect(dashboardPath(viewer.role))
  const params = new URL(request.url).searchParams
  const overview = await page.api.guardians.overview()
  const child = chosenChild(overview.children, params)
  const tab = chosenTab(params, guardianTabs(guardianTexts[page.language].dashboard.tabs, child))
  const after = params.get("after")
  const cursor = after ? { cursor: after } : {}
  const student_id = child?.student_id ?? ""
  const [upcoming, past, attendance, notices, recordings, views, people, absences] = await Promise.all([
    child && tab === "timetable" ? page.api.guardians.childClasses({ student_id, ...cursor }) : null,
    child && tab === "timetable" && !after
      ? page.api.guardians.childClasses({ student_id, scope: "past", limit: PAST_SHOWN })
      : null,
    child && tab === "attendance" ? page.api.guardians.childAttendance({ student_id, ...cursor }) : null,
    child && tab === "notices" ? page.api.guardians.childNotices({ student_id, ...cursor }) : null,
    child && tab === "recordings" ? page.api.recordings.toWatch({ student_id, limit: 20, ...cursor }) : null,
    child && tab === "data" ? loadViews(page, student_id, params.get("seen")) : null,
    child && tab === "guardians" ? page.api.guardians.people({ student_id }) : null,
    child && tab === "timetable" ? page.api.guardians.openAbsences() : [],
  ])
  const shown = { upcoming, past, attendance, notices, recordings, views, people, absences }
  return { overview, child, ...shown, now: page.now, zone: page.zone }
}

const ofChild = z.object({ student_id: z.uuid() })

const textIn = (language: Language) => guardianTexts[language].dashboard

const acts: Record<string, (args: Args) => ReturnType<typeof serveForm>> = {
  answer: (args) =>
    serveForm(
      args,
      ofChild.extend({ mine: z.enum(["yes", "no"]), name: z.string().max(200).default("") }),
      async ({ student_id, mine, name }, { api, language }) => {
        const text = textIn(language)
        await api.guardians.answerForChild({ student_id, mine: mine === "yes" })
        return { tone: "success", title: mine === "yes" ? text.confirmed(name) : text.declined }
      },
    ),
  consent: (args) =>
    serveForm(args, ConsentChoice, async (choice, { api, language }) => {
      const text = textIn(language)
      const { given } = await api.guardians.setConsent(choice)
      return { tone: "success", title: given ? text.consentGiven : text.consentWithdrawn }
    }),
  sms: (args) =>
    serveForm(args, ofChild.extend({ on: z.enum(["yes", "no"]) }), async ({ student_id, on }, page) => {
      await page.api.guardians.updateChild({ student_id, sms_notifications_enabled: on === "yes" })
      return { tone: "success", title: textIn(page.language).corrected }
    }),
  correct: (args) =>
    serveForm(
      args,
      ofChild.extend({
        first_name: z.string("Enter this name").trim().min(1, "Enter this name").max(60),
        last_name: z.string("Enter this name").trim().min(1, "Enter this name").max(60),
        grade: z.string().trim().max(40).default(""),
      }),
      async (change, { api, language }) => {
        await api.guardians.updateChild(change)
        return { tone: "success", title: textIn(language).corrected }
      },
    ),
  "erase-code": (args) =>
    serveForm(args, ofChild, async (_, { api, language }) => {
      const text = textIn(language)
      await api.guardians.requestErasureCode()
      const { phone } = await api.guardians.overview()
      const description = phone === null ? text.eraseCodeMailed : text.eraseCodeSent
      return { tone: "success", title: text.codeSent, description }
    }),
  erase: (args) =>
    serveForm(
      args,
      ofChild.extend({
        code: Code,
      }),
      async (value, { api, language }) => {
        await api.guardians.eraseChild(value)
        return { tone: "success", title: textIn(language).erased }
      },
    ),
  keep: (args) =>
    serveForm(args, ofChild, async (value, { api, language }) => {
      await api.guardians.keepChild(value)
      return { tone: "success", title: textIn(language).kept }
    }),
}

const peopleActs = guardianPeopleActs("guardian")

export async function action(args: Route.ActionArgs) {
  const intent = await intentOf(args.request)
  const act = acts[intent] ?? peopleActs[intent]
  if (!act) throw new Response(null, { status: 400 })
  const reply = await act(args)
  if (reply instanceof Response) return reply
  return data({ ...reply.data, intent }, reply.init ?? {})
}

/** A guardian's view of their children, and their decisions. */
export default function GuardianDashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { overview, child, upcoming, past, attendance, notices, recordings, views } = loaderData
  const { people, absences, zone } = loaderData
  const text = useTexts(guardianTexts).dashboard
  const [params] = useSearchParams()
  const tabs = guardianTabs(text.tabs, child)
  const tab = chosenTab(params, tabs)
  const now = useNow(loaderData.now)
  useFlash(actionData?.toast)
  useLiveTopics(OWN_CHANGES)
  return (
    <DashboardLayout
      title={tabs.find(({ value }) => value === tab)?.label}
      banner={
        <>
          {overview.to_confirm.map((one) => (
            <ConfirmChild key={one.student_id} student={one} />
          ))}
          {child ? <ConsentBanner child={child} /> : null}
          {child ? <KnownBanner child={child} /> : null}
          <OpenAbsences absences={absences} />
        </>
      }
      tabs={
        child ? (
          <div className="grid gap-4">
            <ChildChoice childrenOf={overview.children} chosen={child.student_id} />
            <h2 className="text-heading">
              {child.first_name} {child.last_name}
              {child.grade ? (
                <span className="font-normal text-ink-muted"> · {text.gradeOf(child.grade)}</span>
              ) : null}
            </h2>
          </div>
        ) : null
      }
    >
      {child === null && overview.to_confirm.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.noChildren} text={text.noChildrenText} />
      ) : null}
      {child && upcoming ? <ChildClassesView upcoming={upcoming} past={past?.items ?? []} now={now} /> : null}
      {child && attendance ? <ChildAttendanceView attendance={attendance} name={child.first_name} /> : null}
      {child && recordings ? <RecordingsToWatch page={recordings} level={3} ofChild /> : null}
      {child && notices ? <ChildNoticesView notices={notices} zone={zone} /> : null}
      {child ? <ChildChoices child={child} zone={zone} reply={actionData} /> : null}
      {child && people ? (
        <GuardianPeople
          key={child.student_id}
          child={child}
          people={people}
          zone={zone}
          action={`/guardian-dashboard?child=${child.student_id}&tab=guardians`}
          invites={child.manages}
        />
      ) : null}
      {views ? <ViewsCard page={views} zone={zone} /> : null}
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </DashboardLayout>
  )
}

type Child = NonNullable<Route.ComponentProps["loaderData"]["child"]>

function ChildChoices({
  child,
  zone,
  reply,
}: {
  child: Child
  zone: string
  reply: Route.ComponentProps["actionData"]
}) {
  const [params] = useSearchParams()
  const tab = chosenTab(params, guardianTabs(useTexts(guardianTexts).dashboard.tabs, child))
  if (tab === "consent") return <ChildConsents child={child} zone={zone} />
  if (tab === "data") return <ChildData key={child.student_id} child={child} zone={zone} reply={reply} />
  return null
}

/** Chooses the child the view is about; nothing if there is only one. */
function ChildChoice({ childrenOf, chosen }: { childrenOf: Child[]; chosen: string }) {
  const text = useTexts(guardianTexts).dashboard
  const [params] = useSearchParams()
  if (childrenOf.length < 2) return null
  return (
    <nav aria-label={text.children}>
      <ul className="flex flex-wrap gap-2">
        {childrenOf.map((child) => {
          const next = new URLSearchParams(params)
          next.set("child", child.student_id)
          next.delete("after")
          const current = child.student_id === chosen
          return (
            <li key={child.student_id}>
              <Link
                to={`?${next}`}
                preventScrollReset
                aria-current={current ? "true" : undefined}
                className={cx(buttonClass({ variant: current ? "primary" : "secondary", size: "sm" }))}
              >
                {child.first_name}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
