import BookOpen from "lucide-react/icons/book-open"
import Radio from "lucide-react/icons/radio"
import Sparkles from "lucide-react/icons/sparkles"
import TrendingUp from "lucide-react/icons/trending-up"
import { redirect, useSearchParams } from "react-router"
import { ConfirmEmail } from "#features/accounts/web/confirm-email.card.tsx"
import { liveState } from "#features/classes/rules.ts"
import { OfferedTimes } from "#features/classes/web/demo-offers.card.tsx"
import { useNow } from "#features/classes/web/use-now.ts"
import { RecordingsToWatch } from "#features/recordings/web/recordings-to-watch.card.tsx"
import { JoinAhead } from "#features/rooms/web/join-ahead.tsx"
import { CLASS_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { shareOf } from "#shared/share.ts"
import { dateInZone } from "#shared/time.ts"
import { dashboardPath, loadOr, pageRequest, requireViewer } from "#ui/api.ts"
import { ButtonLink } from "#ui/button.tsx"
import { FailureNote } from "#ui/failure-note.tsx"
import { DashboardLayout } from "#ui/layout/dashboard-layout.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { Stat, StatGrid } from "#ui/stat.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/student-dashboard.page.ts"
import { STUDENT_TABS as TABS } from "./dashboard-tabs.ts"
import { LiveClassCard } from "./live-class-card.tsx"
import { acceptOffer } from "./live-classes.act.ts"
import { deviceOf } from "./live-classes.device.ts"
import { loadStudentParts, type StudentParts, UPCOMING_SHOWN } from "./student-dashboard.load.ts"
import { MyClasses, ProgramList, TodaysClasses } from "./student-tabs.tsx"

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
      followed.filter((session) => session.line_place !== null).map(({ id }) => id),
    ),
  ])
  const live = parts?.upcoming.find((session) => liveState(session, now) === "live")
  return (
    <DashboardLayout
      title={`Welcome back, ${firstName}`}
      description="Your classes, programs and progress."
      actions={
        <>
          <ButtonLink to="/attendance" variant="secondary">
            Attendance
          </ButtonLink>
          <ButtonLink to="/check" variant="ghost">
            Check your device
          </ButtonLink>
        </>
      }
      banner={
        <>
          <JoinAhead deviceId={loaderData.deviceId} />
          <FailureNote failure={failure} />
          {parts?.unconfirmed ? <ConfirmEmail email={parts.unconfirmed} /> : null}
          {live ? (
            <LiveClassCard
              title={live.title}
              note={`with ${live.instructor_name}`}
              to={`/live-classes?join=${live.id}`}
              action="Join Live"
            />
          ) : null}
          {parts ? <OfferedTimes requests={parts.requests} /> : null}
        </>
      }
      stats={parts ? <Figures {...parts} /> : null}
      tabs={<TabLinks label="Dashboard" tabs={TABS} />}
    >
      {parts && tab === "classes" ? <MyClasses parts={parts} now={now} zone={zone} /> : null}
      {parts && tab === "today" ? (
        <TodaysClasses
          classes={parts.upcoming.filter((session) => session.scheduled_date === today)}
          now={now}
        />
      ) : null}
      {parts?.programs && tab === "programs" ? <ProgramList programs={parts.programs} /> : null}
      {recordings ? <RecordingsToWatch page={recordings} /> : null}
    </DashboardLayout>
  )
}

function Figures({ figures, progress, points }: Pick<StudentParts, "figures" | "progress" | "points">) {
  const { attended, held } = progress
  return (
    <StatGrid label="Your figures">
      <Stat
        label="Enrolled Classes"
        value={figures.enrolled_classes}
        note={`${figures.upcoming_classes} still to come`}
        icon={BookOpen}
      />
      <Stat label="Live Today" value={figures.live_classes} note="of your classes, right now" icon={Radio} />
      <Stat
        label="Progress"
        value={shareOf(attended, held)}
        note={held === 0 ? "No class of yours was held yet" : `${attended} of ${held} classes attended`}
        icon={TrendingUp}
      />
      {points > 0 ? <Stat label="Points" value={points} note="XP earned so far" icon={Sparkles} /> : null}
    </StatGrid>
  )
}
