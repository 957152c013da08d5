import { cx } from "#ui/cx.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useWritten } from "#ui/said-time.ts"
import { describeSeats } from "../../seat-words.ts"
import { listTexts } from "../texts/list.texts.ts"

type DayStatsProps = {
  stats: { live: number; upcoming: number; students: number; seats: number }
  /** The day of the figures, and today. */
  date: string
  today: string
  className?: string
}

/** The figures of the day shown. */
export function DayStats({ stats, date, today, className }: DayStatsProps) {
  const text = useTexts(listTexts).stats
  const language = useLanguage()
  const written = useWritten()
  const figures = [
    { label: text.live, value: stats.live },
    { label: text.upcoming, value: stats.upcoming },
    { label: text.students, value: stats.students, note: describeSeats(stats.seats, language) },
  ]
  return (
    <section aria-labelledby="day-stats" className={cx("grid content-start gap-2", className)}>
      <h2 id="day-stats" className="text-sm font-semibold">
        {date === today ? text.title : text.of(written.date(date))}
      </h2>
      <dl className="grid grid-cols-3 divide-line rounded-card border border-line bg-surface max-lg:divide-x lg:grid-cols-1 lg:divide-y">
        {figures.map(({ label, value, note }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end px-4 py-3 lg:flex-row lg:items-baseline lg:justify-between"
          >
            <dt className="text-sm text-ink-muted">
              {label}
              {note ? <span className="block tabular-nums">{note}</span> : null}
            </dt>
            <dd className="text-2xl font-semibold tracking-tight tabular-nums">
              {value.toLocaleString("en-IN")}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
