import type { FamilyClass } from "#contract/guardians/family.ts"
import { liveState } from "#features/classes/rules.ts"
import { DayLine, TimetableDay } from "#features/classes/web/list/day.card.tsx"
import { Badge } from "#ui/components/badge.tsx"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
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
  return (
    <TimetableDay date={date}>
      {classes.map((one) => (
        <Line key={one.class_id} one={one} childrenOf={childrenOf} now={now} />
      ))}
    </TimetableDay>
  )
}

function Line({ one, childrenOf, now }: { one: FamilyClass } & Pick<WeekProps, "childrenOf" | "now">) {
  const text = useTexts(familyTexts)
  const isScheduled = liveState(one, now) === "scheduled"
  const waits = isScheduled && one.waiting_ids.length > 0
  const confirmed = one.student_ids.filter((id) => !one.waiting_ids.includes(id))
  const namesIn = (ids: readonly string[]) => namesOf(childrenOf, ids)
  return (
    <DayLine
      classId={one.class_id}
      scheduledClass={one}
      notes={[namesIn(one.student_ids), one.instructor_name, one.venue_name]}
      now={now}
    >
      {one.is_demo ? <Badge>{text.demo}</Badge> : null}
      {waits ? (
        <Badge tone="warning">
          {confirmed.length > 0 ? text.demoWaitsFor(namesIn(one.waiting_ids)) : text.demoWaits}
        </Badge>
      ) : null}
      {one.is_demo && isScheduled && one.ends_at > now && confirmed.length > 0 ? (
        <Badge tone="success">{waits ? text.demoConfirmedFor(namesIn(confirmed)) : text.demoConfirmed}</Badge>
      ) : null}
    </DayLine>
  )
}
