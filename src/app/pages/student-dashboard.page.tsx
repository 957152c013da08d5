import BookOpen from "lucide-react/icons/book-open"
import Radio from "lucide-react/icons/radio"
import TrendingUp from "lucide-react/icons/trending-up"
import { redirect, useSearchParams } from "react-router"
import type { ScheduledClass } from "#contract/classes.ts"
import type { Program } from "#contract/programs.ts"
import { ConfirmEmail } from "#features/accounts/web/confirm-email.card.tsx"
import { liveState } from "#features/classes/rules.ts"
import { ClassLine } from "#features/classes/web/class-line.card.tsx"
import { SubscribeCard } from "#features/classes/web/subscribe.card.tsx"
import { useNow } from "#features/classes/web/use-now.ts"
import { dateInZone } from "#shared/time.ts"
import { dashboardPath, pageRequest, requireViewer } from "#ui/api.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { DashboardLayout } from "#ui/layout/dashboard-layout.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { LiveBadge } from "#ui/live-badge.tsx"
import { Section } from "#ui/page.tsx"
import { Stat, StatGrid } from "#ui/stat.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import type { Route } from "./+types/student-dashboard.page.ts"

const TABS = [
  { value: "classes", label: "My Classes" },
  { value: "today", label: "Live Classes" },
  { value: "programs", label: "My Programs" },
  { value: "recordings", label: "Recordings" },
] as const

const PAST_SHOWN = 20

export function meta() {
  return [{ title: "Dashboard" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  if (viewer.role !== "student") throw redirect(dashboardPath(viewer.role))
  const [upcoming, past, programs, progress, { mail }] = await Promise.all([
    page.api.classes.mine({ scope: "upcoming" }),
    page.api.classes.mine({ scope: "past", limit: PAST_SHOWN }),
    page.api.programs.mine(),
    page.api.attendance.myProgress(),
    page.api.accounts.signInOptions(),
  ])
  return {
    viewer,
    upcoming: upcoming.items,
    past: past.items,
    programs,
    progress,
    unconfirmed: mail && !viewer.email_verified,
    now: page.now,
    today: dateInZone(page.now, page.zone),
  }
}

export default function StudentDashboard({ loaderData }: Route.ComponentProps) {
  const { viewer, upcoming, past, programs, progress, today } = loaderData
  const now = useNow(loaderData.now)
  const [params] = useSearchParams()
  const tab = chosenTab(params, TABS)
  useLiveTopics(["person:me", ...upcoming.slice(0, 40).map((session) => `class:${session.id}`)])
  const live = upcoming.filter((session) => liveState(session, now) === "live")
  return (
    <DashboardLayout
      title={`Welcome back, ${viewer.first_name}`}
      description="Your classes, programs and progress."
      banner={
        <>
          {loaderData.unconfirmed ? <ConfirmEmail email={viewer.email} /> : null}
          {live[0] ? <LiveCard session={live[0]} /> : null}
        </>
      }
      stats={<Figures upcoming={upcoming.length} live={live.length} progress={progress} />}
      tabs={<TabLinks label="Dashboard" tabs={TABS} />}
    >
      {tab === "classes" ? <MyClasses upcoming={upcoming} past={past} now={now} /> : null}
      {tab === "today" ? (
        <ClassList
          classes={upcoming.filter((session) => session.scheduled_date === today)}
          now={now}
          empty={
            <EmptyState
              illustration="no-classes"
              title="There are no live classes today"
              text="Classes that you have a seat in appear here on their day."
              action={<ButtonLink to="/live-classes">Browse Available Classes</ButtonLink>}
            />
          }
        />
      ) : null}
      {tab === "programs" ? <ProgramList programs={programs} /> : null}
      {tab === "recordings" ? (
        <EmptyState
          illustration="no-recordings"
          title="No recordings available yet."
          text="When an instructor records a class of yours, it is kept here."
        />
      ) : null}
    </DashboardLayout>
  )
}

function LiveCard({ session }: { session: ScheduledClass }) {
  return (
    <Card className="border-live/40 bg-live-tint">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1.5">
          <LiveBadge />
          <p className="text-lg font-semibold">{session.title}</p>
          <p className="text-sm text-ink-muted">with {session.instructor_name}</p>
        </div>
        <ButtonLink to={`/live-classes?join=${session.id}`} size="lg">
          Join Live
        </ButtonLink>
      </div>
    </Card>
  )
}

type FiguresProps = { upcoming: number; live: number; progress: { attended: number; held: number } }

function Figures({ upcoming, live, progress }: FiguresProps) {
  const { attended, held } = progress
  return (
    <StatGrid label="Your figures">
      <Stat label="Enrolled Classes" value={upcoming} note="still to come" icon={BookOpen} />
      <Stat label="Live Today" value={live} note="of your classes, right now" icon={Radio} />
      <Stat
        label="Progress"
        value={held === 0 ? "–" : `${Math.round((attended / held) * 100)}%`}
        note={held === 0 ? "No class of yours was held yet" : `${attended} of ${held} classes attended`}
        icon={TrendingUp}
      />
    </StatGrid>
  )
}

function ClassList({
  classes,
  now,
  empty,
}: {
  classes: ScheduledClass[]
  now: Date
  empty: React.ReactNode
}) {
  if (classes.length === 0) return empty
  return (
    <Card flush>
      <ul>
        {classes.map((session) => (
          <ClassLine key={session.id} session={session} now={now}>
            {liveState(session, now) === "live" ? (
              <ButtonLink to={`/live-classes?join=${session.id}`} size="sm">
                Join Live
              </ButtonLink>
            ) : null}
            {session.standing === "pending" ? <Badge tone="warning">Request pending</Badge> : null}
          </ClassLine>
        ))}
      </ul>
    </Card>
  )
}

function MyClasses({
  upcoming,
  past,
  now,
}: {
  upcoming: ScheduledClass[]
  past: ScheduledClass[]
  now: Date
}) {
  if (upcoming.length + past.length === 0) return <NoClasses />
  return (
    <div className="grid gap-8">
      <Section title="Coming up">
        <ClassList
          classes={upcoming}
          now={now}
          empty={
            <p className="text-ink-muted">
              Nothing is coming up.{" "}
              <ButtonLink to="/live-classes" variant="link">
                Browse Available Classes
              </ButtonLink>
            </p>
          }
        />
      </Section>
      <SubscribeCard />
      {past.length > 0 ? (
        <Section title="Past classes">
          <ClassList classes={past} now={now} empty={null} />
        </Section>
      ) : null}
    </div>
  )
}

function NoClasses() {
  return (
    <EmptyState
      illustration="no-classes"
      title="You have no classes yet"
      text="Take a seat in a class, and it appears here with its date and times."
      action={<ButtonLink to="/live-classes">Browse Available Classes</ButtonLink>}
    />
  )
}

function ProgramList({ programs }: { programs: Program[] }) {
  if (programs.length === 0) {
    return (
      <EmptyState
        illustration="no-programs"
        title="You are in no program yet"
        text="Programs run for weeks or months and bring their classes with them."
        action={<ButtonLink to="/courses">Browse Courses</ButtonLink>}
      />
    )
  }
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {programs.map((program) => (
        <Card key={program.id} as="li" flush className="overflow-hidden">
          <img
            src={program.image}
            alt={program.image_alt}
            width={640}
            height={400}
            loading="lazy"
            className="aspect-[8/5] w-full object-cover"
          />
          <div className="grid gap-1 p-5">
            <p className="font-semibold">{program.title}</p>
            <p className="text-sm text-ink-muted">
              {program.instructor} · {program.duration}
            </p>
          </div>
        </Card>
      ))}
    </ul>
  )
}
