import type { ReactNode } from "react"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { formatTime } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"
import { useSaidDate } from "#ui/said-time.ts"
import { liveState, stateLabel } from "../../rules.ts"

type ClassLineProps = {
  scheduledClass: Pick<
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

/** One class in a dashboard's list: when, what, its status and its actions. */
export function ClassLine({ scheduledClass, now, children }: ClassLineProps) {
  const state = liveState(scheduledClass, now)
  const said = useSaidDate("en")
  return (
    <li
      data-class={scheduledClass.id}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2.5">
          <span id={`class-${scheduledClass.id}`} className="font-semibold">
            {scheduledClass.title}
          </span>
          {state === "live" ? (
            <LiveBadge label="Live Now" />
          ) : state === "scheduled" ? null : (
            <Badge tone={state === "completed" ? "success" : "neutral"}>{stateLabel(state)}</Badge>
          )}
          {scheduledClass.class_type === "demo" ? <Badge>Demo</Badge> : null}
        </p>
        <p className="text-sm text-ink-muted">
          {describeSubject(scheduledClass)} · {said(scheduledClass.scheduled_date)} ·{" "}
          {formatTime(scheduledClass.start_time)} to {formatTime(scheduledClass.end_time)}
        </p>
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2.5">{children}</div> : null}
    </li>
  )
}

/**
 * Returns "Mathematics, CBSE, Class 8". Subjects are stored as their list has them, in lower case on the
 * schedule screen.
 */
export function describeSubject(
  scheduledClass: Pick<ScheduledClass, "subject" | "curriculum" | "grade">,
): string {
  const subject = scheduledClass.subject.charAt(0).toUpperCase() + scheduledClass.subject.slice(1)
  return [subject, scheduledClass.curriculum, scheduledClass.grade && `Class ${scheduledClass.grade}`]
    .filter(Boolean)
    .join(", ")
}
