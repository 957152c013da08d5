import CalendarDays from "lucide-react/icons/calendar-days"
import CalendarPlus from "lucide-react/icons/calendar-plus"
import Clock from "lucide-react/icons/clock"
import Users from "lucide-react/icons/users"
import { Form, redirect, useNavigation, useSearchParams } from "react-router"
import type { ScheduledClass } from "#contract/classes.ts"
import { CALL_OUTCOMES } from "#contract/demo-requests.ts"
import { canGoLive } from "#features/classes/rules.ts"
import { ClassLine } from "#features/classes/web/class-line.card.tsx"
import { DemoRequestsCard } from "#features/classes/web/demo-requests.card.tsx"
import { ScheduleButton } from "#features/classes/web/schedule-button.card.tsx"
import { loadScheduleChoices } from "#features/classes/web/schedule-choices.ts"
import { serveScheduleDialog } from "#features/classes/web/schedule-dialog.act.ts"
import { SubscribeCard } from "#features/classes/web/subscribe.card.tsx"
import { useNow } from "#features/classes/web/use-now.ts"
import { dateInZone } from "#shared/time.ts"
import { type PageRequest, pageRequest, requireViewer, serveButton, type Toast } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { DashboardLayout } from "#ui/layout/dashboard-layout.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { LiveBadge } from "#ui/live-badge.tsx"
import { Stat, StatGrid } from "#ui/stat.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/teacher-dashboard.page.ts"

const UPCOMING_SHOWN = 5

const TABS = [
  { value: "overview", label: "Overview" },
  { value: "classes", label: "Live Classes" },
  { value: "recordings", label: "Recordings" },
] as const

export function meta() {
  return [{ title: "Teacher Dashboard" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request, "/teacher-auth")
  if (viewer.role !== "instructor" && viewer.role !== "admin") throw redirect("/teacher-auth")
  const [figures, upcoming, past, requests, times, { choices }] = await Promise.all([
    page.api.classes.instructorFigures(),
    page.api.classes.mine({ scope: "upcoming" }),
    page.api.classes.mine({ scope: "past", limit: 20 }),
    page.api.classes.listDemoRequests({ limit: 50 }).catch((error: unknown) => {
      page.log.error({ err: error }, "Failed to fetch demo requests")
      return null
    }),
    page.api.classes.listDemoTimes(),
    loadScheduleChoices(page),
  ])
  return {
    viewer,
    figures,
    upcoming: upcoming.items,
    past: past.items,
    requests: requests?.items ?? null,
    times,
    choices,
    today: dateInZone(page.now, page.zone),
    now: page.now,
    zone: page.zone,
  }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.clone().formData()
  if (form.get("intent") === "schedule") {
    return serveScheduleDialog(args, {
      to: () => "/teacher-dashboard?tab=classes",
      toast: () => ({ tone: "success", title: "Class created successfully" }),
      failure: "Failed to save class",
    })
  }
  const id = String(form.get("id"))
  const failure =
    form.get("intent") === "start" ? "Failed to start live class" : "Failed to update demo request"
  const work = async ({ api }: PageRequest): Promise<Response | Toast> => {
    if (form.get("intent") === "start") {
      await api.classes.start({ class_id: id })
      return redirect(`/live-classes?start=${id}`)
    }
    if (form.get("intent") === "called") {
      const outcome = CALL_OUTCOMES.find((one) => one === form.get("outcome")) ?? "reached"
      await api.classes.recordCallback({ request_id: id, outcome })
      return { tone: "success", title: "Call noted" }
    }
    const status = form.get("intent") === "approve" ? "approved" : "rejected"
    const message = String(form.get("message") ?? "").trim()
    const offer_class_ids = status === "rejected" ? form.getAll("offer_class_ids").map(String) : []
    await api.classes.answerDemoRequest({
      request_id: id,
      status,
      offer_class_ids,
      ...(message && { message }),
    })
    return { tone: "success", title: status === "approved" ? "Request approved" : "Request rejected" }
  }
  return serveButton(args, work, {
    tone: "error",
    title: "Error",
    description: `${failure}. Please try again.`,
  })
}

export default function TeacherDashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, figures, upcoming, past, requests, times, zone, choices, today } = loaderData
  const now = useNow(loaderData.now)
  const [params] = useSearchParams()
  const tab = chosenTab(params, TABS)
  useFlash(actionData?.toast)
  useLiveTopics(["person:me", ...upcoming.slice(0, 40).map((session) => `class:${session.id}`)])
  const live = upcoming.find((session) => session.status === "live")
  return (
    <DashboardLayout
      title={`Welcome, ${viewer.first_name}`}
      description="Your classes, your students, and what needs an answer."
      actions={
        <>
          <ButtonLink to="/teacher-timetable" variant="secondary">
            Timetable
          </ButtonLink>
          <ButtonLink to="/schedule-class">New Class</ButtonLink>
        </>
      }
      banner={live ? <InProgress session={live} /> : null}
      stats={
        <StatGrid label="Your figures">
          <Stat label="Total Classes" value={figures.total_classes} icon={CalendarDays} />
          <Stat label="Today's Classes" value={figures.todays_classes} icon={Clock} />
          <Stat label="Upcoming Classes" value={figures.upcoming_classes} icon={CalendarPlus} />
          <Stat label="Total Students" value={figures.total_students} icon={Users} />
        </StatGrid>
      }
      tabs={<TabLinks label="Dashboard" tabs={TABS} />}
      {...(tab === "overview" && {
        side: (
          <>
            <DemoRequestsCard requests={requests} times={times} zone={zone} now={now} />
            <SubscribeCard />
          </>
        ),
      })}
    >
      {tab === "overview" ? <Upcoming classes={upcoming.slice(0, UPCOMING_SHOWN)} now={now} /> : null}
      {tab === "classes" ? (
        <ScheduleButton
          label="Schedule New Class"
          variant="primary"
          choices={choices}
          today={today}
          zone={zone}
          lastResult={actionData?.form}
        />
      ) : null}
      {tab === "classes" ? <OwnClasses upcoming={upcoming} past={past} now={now} /> : null}
      {tab === "recordings" ? (
        <EmptyState
          illustration="no-recordings"
          title="No recordings available yet."
          text="Start recording during your next class to create recordings."
        />
      ) : null}
    </DashboardLayout>
  )
}

function InProgress({ session }: { session: ScheduledClass }) {
  return (
    <Card className="border-live/40 bg-live-tint">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1.5">
          <LiveBadge label="Class in Progress" />
          <p className="text-lg font-semibold">{session.title}</p>
          <p className="text-sm text-ink-muted">
            {session.enrolled_count} of {session.max_capacity} seats taken
          </p>
        </div>
        <ButtonLink to={`/live-classes?start=${session.id}`} size="lg">
          Join Class
        </ButtonLink>
      </div>
    </Card>
  )
}

function Upcoming({ classes, now }: { classes: ScheduledClass[]; now: Date }) {
  return (
    <Card flush title="Upcoming classes" description="You can go live from 15 minutes before the start.">
      {classes.length === 0 ? (
        <EmptyState
          level={3}
          illustration="no-classes"
          title="Nothing is scheduled"
          text="Schedule a class, and students can find it at once."
          action={<ButtonLink to="/schedule-class">Schedule a class</ButtonLink>}
        />
      ) : (
        <ul className="border-t border-line">
          {classes.map((session) => (
            <ClassLine key={session.id} session={session} now={now}>
              <OwnClassActions session={session} now={now} />
            </ClassLine>
          ))}
        </ul>
      )}
    </Card>
  )
}

function OwnClassActions({ session, now }: { session: ScheduledClass; now: Date }) {
  const busy = useNavigation().formData?.get("id") === session.id
  return (
    <>
      <span className="text-sm text-ink-muted tabular-nums">
        {session.enrolled_count}/{session.max_capacity}
      </span>
      {canGoLive(session, now) ? (
        <Form method="post">
          <input type="hidden" name="id" value={session.id} />
          <Button type="submit" name="intent" value="start" size="sm" busy={busy}>
            Go Live
          </Button>
        </Form>
      ) : null}
      {session.status === "live" ? (
        <ButtonLink to={`/live-classes?start=${session.id}`} size="sm">
          Join Class
        </ButtonLink>
      ) : null}
      {session.status === "scheduled" ? (
        <ButtonLink to={`/schedule-class?edit=${session.id}`} size="sm" variant="secondary">
          Edit
        </ButtonLink>
      ) : null}
      {session.status === "completed" ? (
        <ButtonLink to={`/class/${session.id}/register`} size="sm" variant="secondary">
          Attendance
        </ButtonLink>
      ) : null}
    </>
  )
}

function OwnClasses({
  upcoming,
  past,
  now,
}: {
  upcoming: ScheduledClass[]
  past: ScheduledClass[]
  now: Date
}) {
  return (
    <>
      <Upcoming classes={upcoming} now={now} />
      <Card flush title="Past classes">
        {past.length === 0 ? (
          <p className="px-5 pb-6 text-ink-muted sm:px-6">
            Classes appear here once they are over, with their attendance.
          </p>
        ) : (
          <ul className="border-t border-line">
            {past.map((session) => (
              <ClassLine key={session.id} session={session} now={now}>
                <OwnClassActions session={session} now={now} />
              </ClassLine>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
