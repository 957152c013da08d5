import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import type { ClassFigures } from "#contract/attendance/attendance.ts"
import { formatDayIn } from "#shared/time.ts"
import { ChartLegend, tooltipStyle } from "#ui/charts/chart-parts.tsx"

type ChartProps = {
  figures: ClassFigures[]
  names: Record<"present" | "absent", string>
  /** The tag of the language in which dates are written. */
  tag: string
}

/** Present and absent students of each class, oldest first. */
export default function AttendanceChart({ figures, names, tag }: ChartProps) {
  const rows = figures.map((one) => ({
    name: formatDayIn(tag, one.scheduled_date),
    title: one.title,
    present: one.present,
    absent: one.absent,
  }))
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
          labelFormatter={(name, [first]) => `${first?.payload?.title ?? ""}, ${name}`}
          contentStyle={tooltipStyle}
        />
        <Legend itemSorter={null} content={({ payload }) => <ChartLegend payload={payload} />} />
        <Bar
          dataKey="present"
          name={names.present}
          stackId="students"
          fill="var(--primary)"
          isAnimationActive={false}
          maxBarSize={48}
        />
        <Bar
          dataKey="absent"
          name={names.absent}
          stackId="students"
          fill="var(--accent)"
          isAnimationActive={false}
          maxBarSize={48}
          radius={[4, 4, 0, 0]}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}
