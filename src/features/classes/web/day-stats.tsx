import { formatDate } from "#shared/time.ts"

type DayStatsProps = {
  stats: { live: number; upcoming: number; students: number }
  /** The day they are of, and today. */
  date: string
  today: string
}

/** The figures of the day that is shown. */
export function DayStats({ stats, date, today }: DayStatsProps) {
  const figures = [
    { label: "Live Classes", value: stats.live },
    { label: "Upcoming", value: stats.upcoming },
    { label: "Total Students", value: stats.students },
  ]
  return (
    <section aria-labelledby="day-stats" className="grid content-start gap-2">
      <h2 id="day-stats" className="text-sm font-semibold">
        {date === today ? "Today's Stats" : `Stats of ${formatDate(date)}`}
      </h2>
      <dl className="grid grid-cols-3 divide-line rounded-card border border-line bg-surface max-lg:divide-x lg:grid-cols-1 lg:divide-y">
        {figures.map(({ label, value }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end px-4 py-3 lg:flex-row lg:items-baseline lg:justify-between"
          >
            <dt className="text-sm text-ink-muted">{label}</dt>
            <dd className="text-2xl font-semibold tracking-tight tabular-nums">
              {value.toLocaleString("en-IN")}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
