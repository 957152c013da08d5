import type { ReactNode } from "react"
import type { ClassStatus, ScheduledClass } from "#contract/classes/classes.ts"
import { Badge } from "#ui/components/badge.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate, useWritten } from "#ui/said-time.ts"
import { liveState } from "../../rules.ts"
import { classTexts } from "../texts/class.texts.ts"
import { describeSubject } from "./describe-subject.ts"

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
  const text = useTexts(classTexts)
  const said = useSaidDate()
  const { time } = useWritten()
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
            <LiveBadge label={text.live} />
          ) : state === "scheduled" ? null : (
            <Badge tone={state === "completed" ? "success" : "neutral"}>{text.states[state]}</Badge>
          )}
          {scheduledClass.class_type === "demo" ? <Badge>{text.demo}</Badge> : null}
        </p>
        <p className="text-sm text-ink-muted">
          {describeSubject(scheduledClass, text.names)} · {said(scheduledClass.scheduled_date)} ·{" "}
          {text.fromTo(time(scheduledClass.start_time), time(scheduledClass.end_time))}
        </p>
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2.5">{children}</div> : null}
    </li>
  )
}

/** The name of a class's status in the reader's language. */
export function StateLabel({ state }: { state: ClassStatus }) {
  return useTexts(classTexts).states[state]
}
