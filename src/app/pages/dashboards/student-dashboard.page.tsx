import BookOpen from "lucide-react/icons/book-open"
import Radio from "lucide-react/icons/radio"
import Sparkles from "lucide-react/icons/sparkles"
import TrendingUp from "lucide-react/icons/trending-up"
import { redirect, useSearchParams } from "react-router"
import { ConfirmEmail } from "#features/accounts/web/sign-up/confirm-email.card.tsx"
import { roomPath } from "#features/classes/addresses.ts"
import { isOpen, liveState } from "#features/classes/rules.ts"
import { OfferedTimes } from "#features/classes/web/demo-offers.card.tsx"
import { useNow } from "#features/classes/web/list/use-now.ts"
import { RecordingsToWatch } from "#features/recordings/web/recordings-to-watch.card.tsx"
import { deviceOf } from "#features/rooms/web/entry/device.ts"
import { JoinAhead } from "#features/rooms/web/entry/join-ahead.tsx"
import { CLASS_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { shareOf } from "#shared/share.ts"
import { dateInZone } from "#shared/time.ts"
import { dashboardPath, loadOr, pageRequest, requireViewer } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { chosenTab } from "#ui/components/tabs.tsx"
import { FailureNote } from "#ui/forms/failure-note.tsx"
import { DashboardLayout } from "#ui/layout/dashboard-layout.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useFlash } from "#ui/toast.tsx"
import { LiveClassCard } from "../live-classes/live-class-card.tsx"
import { acceptOffer } from "../live-classes/live-classes.act.ts"
import type { Route } from "./+types/student-dashboard.page.ts"
import { STUDENT_TABS as TABS } from "./dashboard-tabs.ts"
import { NextForStudent } from "./next-class.tsx"
import { NextSteps } from "./next-steps.tsx"
import { loadStudentParts, type StudentParts, UPCOMING_SHOWN } from "./student-dashboard.load.ts"
import { MyClasses, ProgramList } from "./student-tabs.tsx"

const FAILED = "Failed to load dashboard data"
const RECORDINGS_SHOWN = 20

export function meta() {
  return [{ title: "Dashboard" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  if (viewer.role !== "student") throw redirect(dashboardPath(viewer.role))
  const tab = chosenTab(new URL(request.url).searchParams, TABS)
  const after = new URL(request.url).searchParams.get("after")
  const [{ value, failure }, recordings] = await Promise.all([
    loadOr(page, loadStudentParts(page, tab), null, FAILED),
    tab === "recordings"
      ? loadOr(
          page,
          page.api.recordings.toWatch({ limit: RECORDINGS_SHOWN, ...(after && { cursor: after }) }),
          null,
          "Failed to load recordings.",
        )
      : null,
  ])
  return {
    firstName: viewer.first_name,
    parts: value,
    recordings: recordings?.value ?? null,
    failure: failure ?? recordings?.failure ?? null,
    deviceId: deviceOf(request, page),
    now: page.now,
    zone: page.zone,
    today: dateInZone(page.now, page.zone),
  }
}

/** The choice of another time. */
export async function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request)
  const form = await args.request.formData()
  return acceptOffer(args, String(form.get("request_id")), String(form.get("class_id")))
}

export default function StudentDashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { firstName, parts, recordings, failure, today, zone } = loaderData
  const now = useNow(loaderData.now)
  const [params] = useSearchParams()
  const tab = chosenTab(params, TABS)
  const isFirst = tab === "classes"
  useFlash(actionData?.toast)
  const followed = [...(parts?.line ?? []), ...(parts?.upcoming ?? [])].slice(0, UPCOMING_SHOWN)
  useLiveTopics([
    ...OWN_CHANGES,
    ...topicOfChanges(
      [...CLASS_CHANGES, "class.recordings"],
      followed.map(({ id }) => id),
    ),
    ...topicOfChanges(
      ["class.seats"],
      followed.filter((scheduledClass) => scheduledClass.waitlist_position !== null).map(({ id }) => id),
    ),
  ])
  const live = parts?.upcoming.find((scheduledClass) => liveState(scheduledClass, now) === "live")
  const next = parts?.upcoming.find((scheduledClass) => isOpen(scheduledClass, now))
  return (
    <DashboardLayout
      title={isFirst ? `Welcome back, ${firstName}` : TABS.find(({ value }) => value === tab)?.label}
      actions={<HeaderActions tab={tab} />}
      banner={
        <>
          <JoinAhead deviceId={loaderData.deviceId} />
          <FailureNote failure={failure} />
          {parts?.unconfirmed ? <ConfirmEmail email={parts.unconfirmed} /> : null}
          {live ? (
            <LiveClassCard
              title={live.title}
              note={`with ${live.instructor_name}`}
              to={roomPath(live.id)}
              action="Join Live"
            />
          ) : null}
          {next && !live && isFirst ? <NextForStudent scheduledClass={next} now={now} /> : null}
          {parts ? <OfferedTimes requests={parts.requests} /> : null}
          {parts?.programs && isFirst ? (
            <NextSteps programs={parts.programs} upcoming={parts.upcoming} />
          ) : null}
        </>
      }
      stats={parts && isFirst ? <Figures {...parts} /> : null}
    >
      {parts && isFirst ? <MyClasses parts={parts} now={now} zone={zone} today={today} /> : null}
      {parts?.programs && tab === "programs" ? <ProgramList programs={parts.programs} /> : null}
      {recordings ? <RecordingsToWatch page={recordings} /> : null}
    </DashboardLayout>
  )
}

function HeaderActions({ tab }: { tab: string }) {
  if (tab === "programs") return <ButtonLink to="/courses">Browse Courses</ButtonLink>
  if (tab !== "classes") return null
  return (
    <ButtonLink to="/check" variant="secondary">
      Check your device
    </ButtonLink>
  )
}

function Figures({ figures, progress, points }: Pick<StudentParts, "figures" | "progress" | "points">) {
  const { attended, held } = progress
  return (
    <StatGrid label="Your figures">
      <Stat
        label="Enrolled Classes"
        value={figures.enrolled_classes}
        note={`${figures.upcoming_classes} upcoming`}
        icon={BookOpen}
      />
      <Stat label="Live Today" value={figures.live_classes} note="of your classes right now" icon={Radio} />
      <Stat
        label="Progress"
        value={shareOf(attended, held)}
        note={
          held === 0 ? "None of your classes has been held yet" : `${attended} of ${held} classes attended`
        }
        icon={TrendingUp}
      />
      {points > 0 ? <Stat label="Points" value={points} note="XP earned so far" icon={Sparkles} /> : null}
    </StatGrid>
  )
}
