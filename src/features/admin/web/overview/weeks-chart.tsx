import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import type { Week } from "#contract/admin/admin-dashboard.ts"
import { formatDayIn } from "#shared/time.ts"
import { ChartLegend, tooltipStyle } from "#ui/charts/chart-parts.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage } from "#ui/messages/use-messages.ts"

type Series = readonly { key: Exclude<keyof Week, "week">; label: string }[]

const FILLS = ["var(--primary)", "var(--accent)"]

/** Two figures of each week stacked on each other, the oldest week first. */
export default function WeeksChart({ weeks, series }: { weeks: Week[]; series: Series }) {
  const tag = LANGUAGE_TAGS[useLanguage()]
  const rows = weeks.map((week) => ({ ...week, name: formatDayIn(tag, week.week) }))
  const text = { fill: "var(--ink-muted)", fontSize: 12 }
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={rows} accessibilityLayer={false} margin={{ top: 8, right: 0, bottom: 0, left: -24 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="name" tick={text} tickLine={false} axisLine={{ stroke: "var(--line)" }} />
        <YAxis allowDecimals={false} tick={text} tickLine={false} axisLine={false} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--line)", opacity: 0.4 }}
          contentStyle={tooltipStyle}
        />
        <Legend itemSorter={null} content={({ payload }) => <ChartLegend payload={payload} />} />
        {series.map(({ key, label }, at) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            stackId="week"
            fill={FILLS[at % FILLS.length]}
            isAnimationActive={false}
            maxBarSize={40}
            {...(at === series.length - 1 && { radius: [4, 4, 0, 0] as [number, number, number, number] })}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
