import type { ReactNode } from "react"
import type { ScheduledClass } from "#contract/classes.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import { Badge } from "#ui/badge.tsx"
import { LiveBadge } from "#ui/live-badge.tsx"
import { liveState, stateLabel } from "../rules.ts"

type ClassLineProps = {
  session: Pick<
    ScheduledClass,
    | "id"
    | "title"
    | "subject"
    | "curriculum"
    | "grade"
    | "scheduled_date"
    | "start_time"
    | "end_time"
    | "starts_at"
    | "ends_at"
    | "status"
    | "class_type"
  >
  now: Date
  /** Buttons and links at the end. */
  children?: ReactNode
}

/** One class in a dashboard's list: when, what, how it stands, what can be done. */
export function ClassLine({ session, now, children }: ClassLineProps) {
  const state = liveState(session, now)
  return (
    <li
      data-class={session.id}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2.5">
          <span id={`class-${session.id}`} className="font-semibold">
            {session.title}
          </span>
          {state === "live" ? (
            <LiveBadge label="Live Now" />
          ) : state === "scheduled" ? null : (
            <Badge tone={state === "completed" ? "success" : "neutral"}>{stateLabel(state)}</Badge>
          )}
          {session.class_type === "demo" ? <Badge>Demo</Badge> : null}
        </p>
        <p className="text-sm text-ink-muted">
          {describeSubject(session)} · {formatDate(session.scheduled_date)} · {formatTime(session.start_time)}{" "}
          to {formatTime(session.end_time)}
        </p>
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2.5">{children}</div> : null}
    </li>
  )
}

/** "Mathematics, CBSE, Class 8": subjects are stored as their list has them, small on the schedule screen. */
export function describeSubject(session: Pick<ScheduledClass, "subject" | "curriculum" | "grade">): string {
  const subject = session.subject.charAt(0).toUpperCase() + session.subject.slice(1)
  return [subject, session.curriculum, session.grade && `Class ${session.grade}`].filter(Boolean).join(", ")
}
