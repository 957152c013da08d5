import type { ReactNode } from "react"
import type { ProgramProgress } from "#contract/lessons.ts"
import { roomPath } from "#features/classes/addresses.ts"
import { liveState } from "#features/classes/rules.ts"
import { ClassLine } from "#features/classes/web/list/class-line.card.tsx"
import { LinePlace, RequestNote } from "#features/classes/web/list/class-request.tsx"
import type { ShownRequest } from "#features/classes/web/list/shown-request.ts"
import { OneOnOneCard } from "#features/classes/web/one-on-one.card.tsx"
import { classTexts } from "#features/classes/web/texts/class.texts.ts"
import { SubscribeCard } from "#features/classes/web/timetable/subscribe.card.tsx"
import { lessonsPath } from "#features/lessons/web/paths.ts"
import { Badge, type BadgeTone } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { OlderPages } from "#ui/components/older-pages.tsx"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Section } from "#ui/page.tsx"
import { useSaidStart, useSaidTime, useWritten } from "#ui/said-time.ts"
import type { DashboardClass } from "./dashboard-class.ts"
import { nextClassTexts } from "./next-class.texts.ts"
import { CheckDevice, isCheckInOpen, needsDevice } from "./next-class.tsx"
import type { PastClassesPage, StudentParts } from "./student-dashboard.load.ts"
import { studentTexts } from "./texts/student.texts.ts"

type ClassesProps = { classes: DashboardClass[]; now: Date }

function ClassList({ classes, now }: ClassesProps) {
  const text = useTexts(studentTexts)
  return (
    <Card flush>
      <ul>
        {classes.map((scheduledClass) => (
          <ClassLine key={scheduledClass.id} scheduledClass={scheduledClass} now={now}>
            {liveState(scheduledClass, now) === "live" ? (
              <ButtonLink to={roomPath(scheduledClass.id)} size="sm">
                {text.joinLive}
              </ButtonLink>
            ) : null}
          </ClassLine>
        ))}
      </ul>
    </Card>
  )
}

interface MyClassesProps {
  parts: StudentParts
  /** The class that is shown above as the one to join. */
  live: DashboardClass | undefined
  /** The class that is shown above as the next. */
  next: DashboardClass | undefined
  now: Date
  zone: string
  today: string
  figures: ReactNode
}

/** How many coming classes are listed before the rest are asked for. */
const SHOWN_FIRST = 6

/**
 * The day's classes first, then the figures, all with a seat, waitlists and requests, which come first without a class.
 * The class shown above is not repeated, but one that is live keeps its line with its badge.
 */
export function MyClasses({ parts, live, next, now, zone, today, figures }: MyClassesProps) {
  const text = useTexts(studentTexts)
  const { line, requests, slots } = parts
  const upcoming = parts.upcoming.filter((scheduledClass) => scheduledClass !== next)
  const isAbove = (live ?? next)?.scheduled_date === today
  const todays = upcoming.filter(
    (scheduledClass) => scheduledClass.scheduled_date === today && scheduledClass !== live,
  )
  const nothing = parts.upcoming.length + parts.figures.enrolled_classes + line.length + requests.length === 0
  const first = upcoming.slice(0, SHOWN_FIRST)
  const rest = upcoming.slice(SHOWN_FIRST)
  const asked = requests.length > 0 ? <Requests requests={requests} zone={zone} /> : null
  return (
    <div className="grid gap-8">
      {nothing ? <NoClasses /> : null}
      {parts.upcoming.length === 0 ? asked : null}
      {!nothing && (todays.length > 0 || !isAbove) ? (
        <Section title={text.today}>
          <TodaysClasses classes={todays} now={now} />
        </Section>
      ) : null}
      {figures}
      {!nothing ? (
        <Section
          title={text.mine}
          action={
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {next && needsDevice(next) ? null : <CheckDevice />}
              <ButtonLink to="?tab=classes&show=past" variant="link">
                {text.past}
              </ButtonLink>
            </div>
          }
        >
          {upcoming.length > 0 ? (
            <>
              <ClassList classes={first} now={now} />
              {rest.length > 0 ? (
                <details className="mt-3">
                  <Summary>{text.laterClasses(rest.length)}</Summary>
                  <div className="mt-3">
                    <ClassList classes={rest} now={now} />
                  </div>
                </details>
              ) : null}
            </>
          ) : (
            <p className="text-ink-muted">
              {next ? text.noOthers : text.noUpcoming}{" "}
              <ButtonLink to="/live-classes" variant="link">
                {text.browse}
              </ButtonLink>
            </p>
          )}
        </Section>
      ) : null}
      {line.length > 0 ? <Waitlist classes={line} now={now} /> : null}
      {parts.upcoming.length > 0 ? asked : null}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <OneOnOneCard slots={slots} reader="student" />
        <SubscribeCard />
      </div>
    </div>
  )
}

/** A page of past classes, the latest first. */
export function PastClasses({ page, now }: { page: PastClassesPage; now: Date }) {
  const text = useTexts(studentTexts)
  return (
    <>
      {page.items.length > 0 ? (
        <ClassList classes={page.items} now={now} />
      ) : (
        <p className="text-ink-muted">{text.pastEmpty}</p>
      )}
      <OlderPages label={text.past} cursor={page.next_cursor} newest={text.newest} older={text.older} />
    </>
  )
}

/** What changed about the student's classes since they last looked. Each line opens its notice. */
export function Changes({ changes, zone }: { changes: StudentParts["changes"]; zone: string }) {
  const text = useTexts(studentTexts)
  const said = useSaidTime(zone)
  if (changes.length === 0) return null
  return (
    <Card
      flush
      data-changes
      title={text.changed}
      action={
        <ButtonLink to="/notifications" variant="link">
          {text.allNotices}
        </ButtonLink>
      }
    >
      <ul className="border-t border-line">
        {changes.map(({ id, title, text: body, created_at }) => (
          <li key={id} className="border-t border-line first:border-t-0">
            <Link
              to={`/notifications/${id}`}
              className="grid gap-0.5 px-5 py-3 outline-offset-[-2px] hover:bg-surface-sunken sm:px-6"
            >
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-semibold">{title}</span>
                <time dateTime={created_at.toISOString()} className="text-sm text-ink-muted">
                  {said(created_at)}
                </time>
              </span>
              <span className="text-sm text-ink-muted">{body}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NoClasses() {
  const text = useTexts(studentTexts)
  return (
    <EmptyState
      illustration="no-classes"
      title={text.none}
      text={text.noneText}
      action={
        <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
          <ButtonLink to="/live-classes">{text.browse}</ButtonLink>
          <CheckDevice />
        </div>
      }
    />
  )
}

function Waitlist({ classes, now }: ClassesProps) {
  const text = useTexts(studentTexts)
  const { open } = useTexts(classTexts)
  return (
    <Section title={text.waitlist} description={text.waitlistText}>
      <Card flush>
        <ul>
          {classes.map((scheduledClass) => (
            <ClassLine key={scheduledClass.id} scheduledClass={scheduledClass} now={now}>
              {scheduledClass.waitlist_position === null ? null : (
                <LinePlace place={scheduledClass.waitlist_position} />
              )}
              <ButtonLink to={`/class/${scheduledClass.id}`} size="sm" variant="secondary">
                {open}
              </ButtonLink>
            </ClassLine>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

const TONES: Record<ShownRequest["status"], BadgeTone> = {
  pending: "warning",
  approved: "success",
  rejected: "danger",
}

function Requests({ requests, zone }: { requests: ShownRequest[]; zone: string }) {
  const said = useSaidStart()
  const text = useTexts(studentTexts)
  const { place } = useTexts(classTexts)
  return (
    <Section title={text.requests}>
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
                <Badge tone={TONES[request.status]}>{place[request.status]}</Badge>
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

/** The day's classes, a card each with a link to join, or to check in at the centre. */
function TodaysClasses({ classes, now }: ClassesProps) {
  const text = useTexts(studentTexts)
  const { fromTo, open, states, with: withTeacher } = useTexts(classTexts)
  const { checkIn } = useTexts(nextClassTexts)
  const { time } = useWritten()
  if (classes.length === 0) return <p className="text-ink-muted">{text.noneToday}</p>
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {classes.map((scheduledClass) => {
        const live = liveState(scheduledClass, now) === "live"
        const comes = scheduledClass.status !== "cancelled" && isCheckInOpen({ scheduledClass, now })
        return (
          <Card key={scheduledClass.id} as="li" className={live ? "border-live/40 bg-live-tint" : undefined}>
            <div className="flex h-full flex-col gap-4">
              <div className="grid flex-1 content-start gap-1">
                <p className="text-sm font-semibold tabular-nums">
                  {fromTo(time(scheduledClass.start_time), time(scheduledClass.end_time))}
                </p>
                <p className="text-lg leading-snug font-semibold">{scheduledClass.title}</p>
                <p className="text-sm text-ink-muted">{withTeacher(scheduledClass.instructor_name)}</p>
              </div>
              {comes ? (
                <ButtonLink to="/check-in" reloadDocument>
                  {checkIn}
                </ButtonLink>
              ) : null}
              {live ? (
                <ButtonLink to={roomPath(scheduledClass.id)} variant={comes ? "secondary" : "primary"}>
                  {text.joinLive}
                </ButtonLink>
              ) : (
                <ButtonLink to={`/class/${scheduledClass.id}`} variant="secondary">
                  {scheduledClass.status === "cancelled" ? states.cancelled : open}
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
  const text = useTexts(studentTexts)
  const words = text.lessonsDone(done, lessons)
  return (
    <div className="mt-3 grid min-w-0 gap-2">
      <ProgressBar label={words} value={done} max={lessons} />
      <p className="text-sm text-ink-muted">
        {words}
        {next ? ` · ${text.nextLesson(next.title)}` : null}
      </p>
      <ButtonLink to={lessonsPath(course_id)} size="sm" className="w-fit">
        {next ? text.continueWith(next.number) : text.again}
      </ButtonLink>
    </div>
  )
}

export function ProgramList({ programs }: { programs: NonNullable<StudentParts["programs"]> }) {
  const text = useTexts(studentTexts)
  if (programs.length === 0) {
    return <EmptyState illustration="no-programs" title={text.noPrograms} text={text.noProgramsText} />
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
              reloadDocument
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
