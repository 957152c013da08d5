import type { ReactNode } from "react"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { Badge } from "#ui/components/badge.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate, useWritten } from "#ui/said-time.ts"
import { liveState } from "../../rules.ts"
import { classTexts } from "../texts/class.texts.ts"

/** A day of a timetable that is read and not worked with: its date, and its classes by their time. */
export function TimetableDay({ date, children }: { date: string; children: ReactNode }) {
  const said = useSaidDate()
  return (
    <section className="border-t border-line px-5 py-4 first:border-t-0 sm:px-6">
      <h3 className="mb-2 text-sm font-semibold text-ink-muted">{said(date)}</h3>
      {/* As wide as the longest time in each language, so that the days are in line. */}
      <ul className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 [:lang(hi)_&]:grid-cols-[6.75rem_minmax(0,1fr)]">
        {children}
      </ul>
    </section>
  )
}

interface DayLineProps {
  classId: string
  scheduledClass: Pick<ScheduledClass, "title" | "start_time" | "starts_at" | "ends_at" | "status">
  /** What is said below the title. */
  notes: readonly (string | null)[]
  now: Date
  /** Whether the list is of past classes, so that none has to say it. */
  past?: boolean
  /** More badges, besides that of a live, cancelled or past class. */
  children?: ReactNode
}

/** One class of a day. */
export function DayLine({ classId, scheduledClass, notes, now, past, children }: DayLineProps) {
  const text = useTexts(classTexts)
  const { time } = useWritten()
  const state = liveState(scheduledClass, now)
  const isOver = !past && (state === "completed" || (state === "scheduled" && scheduledClass.ends_at <= now))
  return (
    <li data-class={classId} className="col-span-2 grid grid-cols-subgrid">
      <span className={cx("font-semibold whitespace-nowrap tabular-nums", isOver && "text-ink-muted")}>
        {time(scheduledClass.start_time)}
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span
            className={cx(
              "font-semibold wrap-anywhere",
              isOver && "text-ink-muted",
              state === "cancelled" && "line-through",
            )}
          >
            {scheduledClass.title}
          </span>
          {state === "live" ? <LiveBadge /> : null}
          {children}
          {state === "cancelled" ? <Badge tone="warning">{text.states.cancelled}</Badge> : null}
          {isOver ? <Badge>{text.over}</Badge> : null}
        </p>
        <p className="text-sm text-ink-muted">{notes.filter(Boolean).join(" · ")}</p>
      </div>
    </li>
  )
}
