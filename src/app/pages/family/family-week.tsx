import type { FamilyClass } from "#contract/guardians/family.ts"
import { liveState } from "#features/classes/rules.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Card } from "#ui/components/card.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate, useWritten } from "#ui/said-time.ts"
import { familyTexts } from "./family.texts.ts"
import { type FamilyChild, namesOf } from "./family-names.ts"

/** Days shown at once; the rest of the week opens below them. */
const DAYS_OPEN = 2

interface WeekProps {
  classes: readonly FamilyClass[]
  childrenOf: readonly FamilyChild[]
  now: Date
}

type LaterProps = Omit<WeekProps, "classes"> & Record<"week" | "later", readonly FamilyClass[]>

/** One timetable for all children. */
export function FamilyWeek({ classes, ...props }: WeekProps) {
  const text = useTexts(familyTexts)
  if (classes.length === 0) return null
  const days = [...Map.groupBy(classes, ({ scheduled_date }) => scheduled_date)]
  const rest = days.slice(DAYS_OPEN)
  return (
    <Card flush title={text.week} data-week>
      {days.slice(0, DAYS_OPEN).map(([date, ofDay]) => (
        <Day key={date} date={date} classes={ofDay} {...props} />
      ))}
      {rest.length > 0 ? (
        <details className="group">
          <summary className="min-h-12 cursor-pointer border-t border-line px-5 py-3 font-semibold text-primary-text outline-offset-[-2px] group-open:border-b sm:px-6">
            {text.restOfWeek(rest.reduce((sum, [, ofDay]) => sum + ofDay.length, 0))}
          </summary>
          {rest.map(([date, ofDay]) => (
            <Day key={date} date={date} classes={ofDay} {...props} />
          ))}
        </details>
      ) : null}
    </Card>
  )
}

/** Demo classes after the days shown at once, which were asked for or are confirmed. */
export function LaterDemos({ week, later, ...props }: LaterProps) {
  const text = useTexts(familyTexts)
  const days = new Set(week.map(({ scheduled_date }) => scheduled_date))
  const shown = new Set([...days].slice(0, DAYS_OPEN))
  const folded = week.filter(
    ({ is_demo, status, scheduled_date }) => is_demo && status === "scheduled" && !shown.has(scheduled_date),
  )
  const classes = [...folded, ...later]
  if (classes.length === 0) return null
  return (
    <Card flush title={text.laterDemos} data-later>
      {[...Map.groupBy(classes, ({ scheduled_date }) => scheduled_date)].map(([date, ofDay]) => (
        <Day key={date} date={date} classes={ofDay} {...props} />
      ))}
    </Card>
  )
}

function Day({ date, classes, childrenOf, now }: WeekProps & { date: string }) {
  const said = useSaidDate()
  return (
    <section className="border-t border-line px-5 py-4 sm:px-6">
      <h3 className="mb-2 text-sm font-semibold text-ink-muted">{said(date)}</h3>
      <ul className="grid grid-cols-[minmax(5.5rem,max-content)_minmax(0,1fr)] gap-3">
        {classes.map((one) => (
          <Line key={one.class_id} one={one} childrenOf={childrenOf} now={now} />
        ))}
      </ul>
    </section>
  )
}

function Line({ one, childrenOf, now }: { one: FamilyClass } & Pick<WeekProps, "childrenOf" | "now">) {
  const text = useTexts(familyTexts)
  const { time } = useWritten()
  const state = liveState(one, now)
  const isOver = state === "completed" || (state === "scheduled" && one.ends_at <= now)
  const note = [namesOf(childrenOf, one.student_ids), one.instructor_name, one.venue_name ?? ""]
  const confirmed = one.student_ids.filter((id) => !one.waiting_ids.includes(id))
  const namesIn = (ids: readonly string[]) => namesOf(childrenOf, ids)
  const waits = state === "scheduled" && one.waiting_ids.length > 0
  return (
    <li data-class={one.class_id} className="col-span-2 grid grid-cols-subgrid">
      <span className={cx("font-semibold whitespace-nowrap tabular-nums", isOver && "text-ink-muted")}>
        {time(one.start_time)}
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
            {one.title}
          </span>
          {state === "live" ? <LiveBadge /> : null}
          {one.is_demo ? <Badge>{text.demo}</Badge> : null}
          {waits ? (
            <Badge tone="warning">
              {confirmed.length > 0 ? text.demoWaitsFor(namesIn(one.waiting_ids)) : text.demoWaits}
            </Badge>
          ) : null}
          {one.is_demo && state === "scheduled" && !isOver && confirmed.length > 0 ? (
            <Badge tone="success">
              {waits ? text.demoConfirmedFor(namesIn(confirmed)) : text.demoConfirmed}
            </Badge>
          ) : null}
          {state === "cancelled" ? <Badge tone="warning">{text.calledOff}</Badge> : null}
          {isOver ? <Badge>{text.over}</Badge> : null}
        </p>
        <p className="text-sm text-ink-muted">{note.filter(Boolean).join(" · ")}</p>
      </div>
    </li>
  )
}
