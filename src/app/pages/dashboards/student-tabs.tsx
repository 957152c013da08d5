import { Link } from "react-router"
import type { ProgramProgress } from "#contract/lessons.ts"
import { roomPath } from "#features/classes/addresses.ts"
import { liveState } from "#features/classes/rules.ts"
import { ClassLine } from "#features/classes/web/list/class-line.card.tsx"
import { LinePlace, RequestNote } from "#features/classes/web/list/class-request.tsx"
import type { ShownRequest } from "#features/classes/web/list/shown-request.ts"
import { OneOnOneCard } from "#features/classes/web/one-on-one.card.tsx"
import { SubscribeCard } from "#features/classes/web/timetable/subscribe.card.tsx"
import { lessonsPath } from "#features/lessons/web/paths.ts"
import { formatTime } from "#shared/time.ts"
import { Badge, type BadgeTone } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { Section } from "#ui/page.tsx"
import { useSaidStart } from "#ui/said-time.ts"
import type { DashboardClass } from "./dashboard-class.ts"
import type { StudentParts } from "./student-dashboard.load.ts"

type ClassesProps = { classes: DashboardClass[]; now: Date }

function ClassList({ classes, now }: ClassesProps) {
  return (
    <Card flush>
      <ul>
        {classes.map((scheduledClass) => (
          <ClassLine key={scheduledClass.id} scheduledClass={scheduledClass} now={now}>
            {liveState(scheduledClass, now) === "live" ? (
              <ButtonLink to={roomPath(scheduledClass.id)} size="sm">
                Join Live
              </ButtonLink>
            ) : null}
          </ClassLine>
        ))}
      </ul>
    </Card>
  )
}

type MyClassesProps = { parts: StudentParts; now: Date; zone: string; today: string }

/** The day's classes and all with a seat first, then waitlists and requests, then past classes. */
export function MyClasses({ parts, now, zone, today }: MyClassesProps) {
  const { upcoming, past, line, requests, slots } = parts
  const nothing = upcoming.length + past.length + line.length + requests.length === 0
  return (
    <div className="grid gap-8">
      {nothing ? <NoClasses /> : null}
      {!nothing ? (
        <Section title="Live Classes">
          <TodaysClasses
            classes={upcoming.filter((scheduledClass) => scheduledClass.scheduled_date === today)}
            now={now}
          />
        </Section>
      ) : null}
      {!nothing ? (
        <Section title="My Classes">
          {upcoming.length > 0 ? (
            <ClassList classes={upcoming} now={now} />
          ) : (
            <p className="text-ink-muted">
              No upcoming classes.{" "}
              <ButtonLink to="/live-classes" variant="link">
                Browse Available Classes
              </ButtonLink>
            </p>
          )}
        </Section>
      ) : null}
      {line.length > 0 ? <Waitlist classes={line} now={now} /> : null}
      {requests.length > 0 ? <Requests requests={requests} zone={zone} /> : null}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <OneOnOneCard slots={slots} reader="student" />
        <SubscribeCard />
      </div>
      {past.length > 0 ? (
        <Section title="Past classes">
          <ClassList classes={past} now={now} />
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
      text="Take a seat in a class and it appears here with its date and time."
      action={<ButtonLink to="/live-classes">Browse Available Classes</ButtonLink>}
    />
  )
}

function Waitlist({ classes, now }: ClassesProps) {
  return (
    <Section title="Waitlist" description="When it's your turn and a seat is free, it's yours.">
      <Card flush>
        <ul>
          {classes.map((scheduledClass) => (
            <ClassLine key={scheduledClass.id} scheduledClass={scheduledClass} now={now}>
              {scheduledClass.waitlist_position === null ? null : (
                <LinePlace place={scheduledClass.waitlist_position} />
              )}
              <ButtonLink to={`/class/${scheduledClass.id}`} size="sm" variant="secondary">
                Open class
              </ButtonLink>
            </ClassLine>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

const STATUS: Record<ShownRequest["status"], { label: string; tone: BadgeTone }> = {
  pending: { label: "Request Pending", tone: "warning" },
  approved: { label: "Request Approved", tone: "success" },
  rejected: { label: "Request Denied", tone: "danger" },
}

function Requests({ requests, zone }: { requests: ShownRequest[]; zone: string }) {
  const said = useSaidStart()
  return (
    <Section title="Demo requests">
      <Card flush>
        <ul>
          {requests.map((request) => (
            <li
              key={request.id}
              data-request={request.id}
              className="grid gap-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
            >
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                <p className="grid gap-0.5">
                  <Link to={`/class/${request.class_id}`} className="font-semibold hover:underline">
                    {request.class_title}
                  </Link>
                  <span className="text-sm text-ink-muted">{said(request)}</span>
                </p>
                <Badge tone={STATUS[request.status].tone}>{STATUS[request.status].label}</Badge>
              </div>
              {/* Other times to choose are shown above everything, so they are left out here. */}
              <RequestNote request={{ ...request, offers: [] }} zone={zone} />
              {request.waitlist_position === null ? null : <LinePlace place={request.waitlist_position} />}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

/** The day's classes, a card each with a link to join. */
function TodaysClasses({ classes, now }: ClassesProps) {
  if (classes.length === 0) return <p className="text-ink-muted">There are no live classes today.</p>
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {classes.map((scheduledClass) => {
        const live = liveState(scheduledClass, now) === "live"
        return (
          <Card key={scheduledClass.id} as="li" className={live ? "border-live/40 bg-live-tint" : undefined}>
            <div className="flex h-full flex-col gap-4">
              <div className="grid flex-1 content-start gap-1">
                <p className="text-sm font-semibold tabular-nums">
                  {formatTime(scheduledClass.start_time)} to {formatTime(scheduledClass.end_time)}
                </p>
                <p className="text-lg leading-snug font-semibold">{scheduledClass.title}</p>
                <p className="text-sm text-ink-muted">with {scheduledClass.instructor_name}</p>
              </div>
              {live ? (
                <ButtonLink to={roomPath(scheduledClass.id)}>Join Live</ButtonLink>
              ) : (
                <ButtonLink to={`/class/${scheduledClass.id}`} variant="secondary">
                  {scheduledClass.status === "cancelled" ? "Cancelled" : "Open class"}
                </ButtonLink>
              )}
            </div>
          </Card>
        )
      })}
    </ul>
  )
}

/** Progress in a program's video lessons, and a link to continue. */
function LessonProgress({ course_id, lessons, done, next }: ProgramProgress) {
  const words = `${done} of ${lessons} lessons done`
  return (
    <div className="mt-3 grid min-w-0 gap-2">
      <ProgressBar label={words} value={done} max={lessons} />
      <p className="text-sm text-ink-muted">
        {words}
        {next ? `. Next: ${next.title}` : null}
      </p>
      <ButtonLink to={lessonsPath(course_id)} size="sm" className="w-fit">
        {next ? `Continue with lesson ${next.number}` : "Watch again"}
      </ButtonLink>
    </div>
  )
}

export function ProgramList({ programs }: { programs: NonNullable<StudentParts["programs"]> }) {
  if (programs.length === 0) {
    return (
      <EmptyState
        illustration="no-programs"
        title="You haven't joined a program yet"
        text="Programs run for weeks or months and include their classes."
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
            <Link
              to={`/courses/${program.slug}`}
              className="font-semibold underline-offset-4 hover:underline"
            >
              {program.title}
            </Link>
            <p className="text-sm text-ink-muted">
              {program.instructor} · {program.duration}
            </p>
            {program.lessons ? <LessonProgress {...program.lessons} /> : null}
          </div>
        </Card>
      ))}
    </ul>
  )
}
