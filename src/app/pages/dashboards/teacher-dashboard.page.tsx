import CalendarDays from "lucide-react/icons/calendar-days"
import CalendarPlus from "lucide-react/icons/calendar-plus"
import Clock from "lucide-react/icons/clock"
import Users from "lucide-react/icons/users"
import { useEffect } from "react"
import { redirect, useNavigate, useRevalidator, useSearchParams } from "react-router"
import { Analytics } from "#features/attendance/web/analytics.card.tsx"
import { roomPath } from "#features/classes/addresses.ts"
import { canGoLive, isOpen } from "#features/classes/rules.ts"
import { describeSeats } from "#features/classes/seat-words.ts"
import { DemoRequestsCard } from "#features/classes/web/demo-requests.card.tsx"
import { useNow } from "#features/classes/web/list/use-now.ts"
import { ClassBin } from "#features/classes/web/schedule/class-bin.card.tsx"
import { classTexts } from "#features/classes/web/texts/class.texts.ts"
import { TaughtProgramsCard } from "#features/lessons/web/taught-programs.card.tsx"
import { OwnRecordings } from "#features/recordings/web/own-recordings.card.tsx"
import { RecordingFigures } from "#features/recordings/web/recording-figures.card.tsx"
import { UnsavedRecordings } from "#features/recordings/web/spool/unsaved-recordings.card.tsx"
import { deviceOf } from "#features/rooms/web/entry/device.ts"
import { JoinAhead } from "#features/rooms/web/entry/join-ahead.tsx"
import { CLASS_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { dateInZone } from "#shared/time.ts"
import { loadOr, pageRequest, requireViewer } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { chosenTab } from "#ui/components/tabs.tsx"
import { FailureNote } from "#ui/forms/failure-note.tsx"
import { languageOf } from "#ui/language.ts"
import { DashboardLayout } from "#ui/layout/dashboard-layout.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { notify } from "#ui/notify.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import { LiveClassCard } from "../live-classes/live-class-card.tsx"
import type { Route } from "./+types/teacher-dashboard.page.ts"
import { dashboardTabs } from "./dashboard-tabs.ts"
import { NeedsYou } from "./needs-you.tsx"
import { CheckDevice, NextForTeacher, needsDevice } from "./next-class.tsx"
import { OwnClasses } from "./teacher-classes.tsx"
import { serveTeacherDashboard } from "./teacher-dashboard.act.ts"
import {
  loadAnalytics,
  loadClassBin,
  loadClasses,
  loadEnding,
  loadFrame,
  loadOverview,
  loadRecordings,
} from "./teacher-dashboard.load.ts"
import { TeacherOverview } from "./teacher-overview.tsx"
import { teacherTexts } from "./texts/teacher.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: teacherTexts[languageOf(matches)].metaTitle }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request, "/teacher-auth")
  if (viewer.role !== "instructor" && viewer.role !== "admin") throw redirect("/teacher-auth")
  const text = teacherTexts[page.language]
  const { searchParams } = new URL(request.url)
  const tab = chosenTab(searchParams, dashboardTabs("teacher", page.language))
  const bin = searchParams.get("bin") === "true"
  const [frame, overview, classes, deleted, analytics, recordings, ending] = await Promise.all([
    loadOr(page, loadFrame(page, tab), null, text.failed),
    tab === "overview" ? loadOr(page, loadOverview(page), null, text.failed) : null,
    tab === "classes" && !bin
      ? loadOr(page, loadClasses(page, searchParams), null, text.classesFailed)
      : null,
    tab === "classes" && bin
      ? loadOr(page, loadClassBin(page, searchParams), null, text.classesFailed)
      : null,
    tab === "analytics" ? loadOr(page, loadAnalytics(page), null, text.failed) : null,
    tab === "recordings"
      ? loadOr(page, loadRecordings(page, new URL(request.url)), null, text.recordingsFailed)
      : null,
    loadOr(page, loadEnding(page, searchParams.get("ended")), null, text.failed),
  ])
  return {
    firstName: viewer.first_name,
    frame: frame.value,
    overview: overview?.value ?? null,
    classes: classes?.value ?? null,
    deleted: deleted?.value ?? null,
    analytics: analytics?.value ?? null,
    recordings: recordings?.value ?? null,
    ending: ending.value,
    failure:
      [frame, overview, classes, deleted, analytics, recordings].find((part) => part?.failure)?.failure ??
      null,
    deviceId: page.meetings ? null : deviceOf(request, page),
    now: page.now,
    zone: page.zone,
    today: dateInZone(page.now, page.zone),
  }
}

export function action(args: Route.ActionArgs) {
  return serveTeacherDashboard(args)
}

/** Changes of what the dashboard shows of coming classes, and of the one that just ended. */
const SHOWN = [...CLASS_CHANGES, "class.seats", "class.recordings"] as const
const OF_ENDING = ["class.ended", "class.attendance", "class.notices"] as const

export default function TeacherDashboard({ loaderData, actionData }: Route.ComponentProps) {
  const {
    firstName,
    frame,
    overview,
    classes,
    deleted,
    analytics,
    recordings,
    ending,
    failure,
    zone,
    today,
  } = loaderData
  const now = useNow(loaderData.now)
  const [params] = useSearchParams()
  const text = useTexts(teacherTexts)
  const { seatsTaken } = useTexts(classTexts)
  const tabs = dashboardTabs("teacher", useLanguage())
  const tab = chosenTab(params, tabs)
  const isFirst = tab === "overview"
  useFlash(actionData?.toast)
  const { revalidate } = useRevalidator()
  useEnding(ending)
  const upcoming = frame?.upcoming ?? []
  useLiveTopics([
    ...OWN_CHANGES,
    ...topicOfChanges(
      SHOWN,
      upcoming.map((scheduledClass) => scheduledClass.id),
    ),
    ...topicOfChanges(OF_ENDING, ending ? [ending.class_id] : []),
  ])
  const live = upcoming.find((scheduledClass) => scheduledClass.status === "live")
  const next = live ? undefined : upcoming.find((scheduledClass) => isOpen(scheduledClass, now))
  return (
    <DashboardLayout
      title={isFirst ? text.welcome(firstName) : tabs.find(({ value }) => value === tab)?.label}
      actions={
        isFirst ? (
          <HeaderActions
            teachesNow={Boolean(live) || (next !== undefined && canGoLive(next, now))}
            check={!next || !needsDevice(next)}
          />
        ) : null
      }
      banner={
        <>
          <JoinAhead deviceId={loaderData.deviceId} />
          <noscript>
            <FlashNotice flash={actionData?.toast} />
          </noscript>
          <FailureNote failure={failure} />
          <UnsavedRecordings zone={zone} onSaved={revalidate} />
          {live ? (
            <LiveClassCard
              label={text.inProgress}
              title={live.title}
              note={seatsTaken(live.enrolled_count, live.max_capacity)}
              to={roomPath(live.id)}
              action={text.join}
            />
          ) : null}
          {ending && !ending.done ? <JustOver classId={ending.class_id} /> : null}
          {next && isFirst ? <NextForTeacher scheduledClass={next} now={now} /> : null}
          {isFirst ? <NeedsYou /> : null}
        </>
      }
      stats={frame && isFirst ? <Figures {...frame.figures} /> : null}
      {...(overview && {
        side: (
          <>
            <DemoRequestsCard requests={overview.requests} times={overview.times} zone={zone} now={now} />
            <TaughtProgramsCard programs={overview.taught} />
          </>
        ),
      })}
    >
      {overview ? <TeacherOverview {...{ overview, next, now }} upcoming={upcoming} /> : null}
      {classes ? (
        <OwnClasses
          part={classes}
          upcoming={upcoming}
          now={now}
          today={today}
          zone={zone}
          lastResult={actionData?.form}
        />
      ) : null}
      {deleted ? (
        <ClassBin
          page={deleted}
          zone={zone}
          now={now}
          action={
            <ButtonLink to="?tab=classes" variant="secondary" size="sm" preventScrollReset>
              {text.list.leaveBin}
            </ButtonLink>
          }
        />
      ) : null}
      {analytics ? (
        <div className="grid gap-8">
          <Analytics figures={analytics.figures} funnel={analytics.funnel} />
          <RecordingFigures figures={analytics.watched} />
        </div>
      ) : null}
      {recordings ? <OwnRecordings {...recordings} now={now} zone={zone} reply={actionData} /> : null}
    </DashboardLayout>
  )
}

/** Says that a class is wholly over once it is true, and takes the question from the address. */
function useEnding(ending: { class_id: string; done: boolean } | null): void {
  const { ended, endedText, list } = useTexts(teacherTexts)
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const over = ending?.done ? ending.class_id : null
  useEffect(() => {
    if (!over) return
    const onAction = () => void navigate(registerPath(over))
    notify.success(ended, endedText, { action: { label: list.attendance, onAction } })
    setParams(
      (params) => {
        params.delete("ended")
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }, [over, navigate, setParams, ended, endedText, list])
}

const registerPath = (classId: string) => `/class/${classId}/register`

/** The way from a class to its register, while who was there is still in mind. */
function JustOver({ classId }: { classId: string }) {
  const { justOver, list } = useTexts(teacherTexts)
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{justOver}</p>
        <ButtonLink to={registerPath(classId)} variant="secondary">
          {list.attendance}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** The class that can be taught now has the page's one filled button. */
function HeaderActions({ teachesNow, check }: { teachesNow: boolean; check: boolean }) {
  const text = useTexts(teacherTexts)
  return (
    <>
      <ButtonLink to="/schedule-class" variant={teachesNow ? "secondary" : "primary"}>
        {text.newClass}
      </ButtonLink>
      {check ? <CheckDevice /> : null}
    </>
  )
}

type FiguresProps = {
  total_classes: number
  todays_classes: number
  upcoming_classes: number
  total_students: number
  total_seats: number
}

function Figures(figures: FiguresProps) {
  const text = useTexts(teacherTexts).figures
  return (
    <StatGrid label={text.title}>
      <Stat label={text.total} value={figures.total_classes} icon={CalendarDays} />
      <Stat label={text.today} value={figures.todays_classes} icon={Clock} />
      <Stat label={text.upcoming} value={figures.upcoming_classes} icon={CalendarPlus} />
      <Stat
        label={text.students}
        value={figures.total_students}
        note={describeSeats(figures.total_seats, useLanguage())}
        icon={Users}
      />
    </StatGrid>
  )
}
