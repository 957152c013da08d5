import type { SubmissionResult } from "@conform-to/react"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"
import { ClassLine } from "../list/class-line.card.tsx"
import { groupByDay, type ListedClass } from "../list/listed-class.ts"
import { MoveForm } from "../schedule/move-class.tsx"
import { timetableTexts } from "../texts/timetable.texts.ts"

type TimetableDaysProps = {
  classes: readonly ListedClass[]
  today: string
  now: Date
  lastResult: SubmissionResult | null | undefined
}

/** The week as a list of days. Classes are moved by typing a new time, also without scripts. */
export function TimetableDays({ classes, today, now, lastResult }: TimetableDaysProps) {
  const said = useSaidDate()
  return (
    <div className="grid gap-6">
      {groupByDay(classes).map(({ date, classes: ofDay }) => (
        <section key={date} className="grid gap-3" aria-label={said(date)}>
          <h2 className={cx("text-[0.9375rem] font-semibold", date === today && "text-accent-text")}>
            {said(date)}
          </h2>
          <Card flush as="div">
            <ul>
              {ofDay.map((scheduledClass) => (
                <ClassLine key={scheduledClass.id} scheduledClass={scheduledClass} now={now}>
                  <DayActions scheduledClass={scheduledClass} lastResult={lastResult} />
                </ClassLine>
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </div>
  )
}

type DayActionsProps = { scheduledClass: ListedClass; lastResult: SubmissionResult | null | undefined }

function DayActions({ scheduledClass, lastResult }: DayActionsProps) {
  const text = useTexts(timetableTexts)
  const { id, status, editable, enrolled_count, max_capacity } = scheduledClass
  const refused = lastResult?.status === "error" && lastResult.initialValue?.class_id === id
  return (
    <>
      <span className="text-sm text-ink-muted tabular-nums">
        {enrolled_count}/{max_capacity}
      </span>
      <ButtonLink to={`/class/${id}`} size="sm" variant="secondary">
        {text.open}
      </ButtonLink>
      {editable && status === "scheduled" ? (
        <>
          <ButtonLink to={`/schedule-class?edit=${id}`} size="sm" variant="secondary">
            {text.edit}
          </ButtonLink>
          <Disclosure opens={refused} className="group open:basis-full">
            <summary className="inline-flex h-9 cursor-pointer items-center rounded-md border border-line-strong/60 bg-surface px-3.5 text-sm font-semibold hover:bg-surface-sunken">
              {text.move}
            </summary>
            <div className="pt-4">
              <MoveForm scheduledClass={scheduledClass} lastResult={lastResult} />
            </div>
          </Disclosure>
        </>
      ) : null}
    </>
  )
}
