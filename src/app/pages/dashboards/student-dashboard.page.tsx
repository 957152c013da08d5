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
import { classTexts } from "#features/classes/web/texts/class.texts.ts"
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
import { languageOf } from "#ui/language.ts"
import { DashboardLayout } from "#ui/layout/dashboard-layout.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useFlash } from "#ui/toast.tsx"
import { LiveClassCard } from "../live-classes/live-class-card.tsx"
import { acceptOffer } from "../live-classes/live-classes.act.ts"
import type { Route } from "./+types/student-dashboard.page.ts"
import { dashboardTabs } from "./dashboard-tabs.ts"
import { nextClassTexts } from "./next-class.texts.ts"
import { isCheckInOpen, NextForStudent } from "./next-class.tsx"
import { NextSteps } from "./next-steps.tsx"
import { loadPast, loadStudentParts, type StudentParts, UPCOMING_SHOWN } from "./student-dashboard.load.ts"
import { Changes, MyClasses, PastClasses, ProgramList } from "./student-tabs.tsx"
import { studentTexts } from "./texts/student.texts.ts"

const RECORDINGS_SHOWN = 20

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: studentTexts[languageOf(matches)].metaTitle }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  if (viewer.role !== "student") throw redirect(dashboardPath(viewer.role))
  const text = studentTexts[page.language]
  const { searchParams } = new URL(request.url)
  const tab = chosenTab(searchParams, dashboardTabs("student", page.language))
  const after = searchParams.get("after")
  const [{ value, failure }, past, recordings] = await Promise.all([
    loadOr(page, loadStudentParts(page, tab), null, text.failed),
    tab === "classes" ? loadOr(page, loadPast(page, searchParams), null, text.failed) : null,
    tab === "recordings"
      ? loadOr(
          page,
          page.api.recordings.toWatch({ limit: RECORDINGS_SHOWN, ...(after && { cursor: after }) }),
          null,
          text.recordingsFailed,
        )
      : null,
  ])
  return {
    firstName: viewer.first_name,
    parts: value,
    past: past?.value ?? null,
    recordings: recordings?.value ?? null,
    failure: failure ?? past?.failure ?? recordings?.failure ?? null,
    deviceId: page.meetings ? null : deviceOf(request, page),
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
  const { firstName, parts, past, recordings, failure, today, zone } = loaderData
  const text = useTexts(studentTexts)
  const { with: withTeacher } = useTexts(classTexts)
  const { checkIn } = useTexts(nextClassTexts)
  const now = useNow(loaderData.now)
  const [params] = useSearchParams()
  const tabs = dashboardTabs("student", useLanguage())
  const tab = chosenTab(params, tabs)
  const isFirst = tab === "classes" && past === null
  const heading = past ? text.past : tabs.find(({ value }) => value === tab)?.label
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
  const next = live ? undefined : parts?.upcoming.find((scheduledClass) => isOpen(scheduledClass, now))
  return (
    <DashboardLayout
      title={isFirst ? text.welcome(firstName) : heading}
      actions={<HeaderActions tab={tab} isPast={past !== null} />}
      banner={
        <>
          <JoinAhead deviceId={loaderData.deviceId} />
          <FailureNote failure={failure} />
          {live ? (
            <LiveClassCard
              title={live.title}
              note={[withTeacher(live.instructor_name), live.venue_name].filter(Boolean).join(" · ")}
              {...(isCheckInOpen({ scheduledClass: live, now })
                ? { to: "/check-in", action: checkIn, reloadDocument: true }
                : { to: roomPath(live.id), action: text.joinLive })}
            />
          ) : null}
          {next && isFirst ? <NextForStudent scheduledClass={next} now={now} /> : null}
          {parts?.unconfirmed ? <ConfirmEmail email={parts.unconfirmed} /> : null}
          {parts ? <OfferedTimes requests={parts.requests} /> : null}
          {parts?.programs && isFirst ? (
            <NextSteps programs={parts.programs} upcoming={parts.upcoming} />
          ) : null}
          {parts && isFirst ? <Changes changes={parts.changes} zone={zone} /> : null}
        </>
      }
    >
      {parts && isFirst ? (
        <MyClasses {...{ parts, live, next, now, zone, today }} figures={<Figures {...parts} />} />
      ) : null}
      {past ? <PastClasses page={past} now={now} /> : null}
      {parts?.programs && tab === "programs" ? <ProgramList programs={parts.programs} /> : null}
      {recordings ? <RecordingsToWatch page={recordings} /> : null}
    </DashboardLayout>
  )
}

function HeaderActions({ tab, isPast }: { tab: string; isPast: boolean }) {
  const text = useTexts(studentTexts)
  if (isPast) {
    return (
      <ButtonLink to="/student-dashboard" variant="secondary">
        {text.upcoming}
      </ButtonLink>
    )
  }
  if (tab === "programs") return <ButtonLink to="/courses">{text.browseCourses}</ButtonLink>
  return null
}

function Figures({ figures, progress, points }: Pick<StudentParts, "figures" | "progress" | "points">) {
  const text = useTexts(studentTexts).figures
  const { attended, held } = progress
  return (
    <StatGrid label={text.title}>
      <Stat
        label={text.enrolled}
        value={figures.enrolled_classes}
        note={text.upcoming(figures.upcoming_classes)}
        icon={BookOpen}
      />
      <Stat label={text.live} value={figures.live_classes} note={text.liveNote} icon={Radio} />
      <Stat
        label={text.progress}
        value={shareOf(attended, held)}
        note={held === 0 ? text.noneHeld : text.attended(attended, held)}
        icon={TrendingUp}
      />
      {points > 0 ? <Stat label={text.points} value={points} note={text.pointsNote} icon={Sparkles} /> : null}
    </StatGrid>
  )
}
