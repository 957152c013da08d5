import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts"
import type { MoneyOverview } from "#contract/money.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDayIn } from "#shared/time.ts"
import { addDays, daysOfMonth } from "#shared/zone.ts"
import { ChartLegend, tooltipStyle } from "#ui/charts/chart-parts.tsx"
import { roundTicks } from "#ui/charts/round-ticks.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { moneyTexts } from "./money.texts.ts"

const PAISE_OF_A_RUPEE = 100

/** What came in on each day of a month, above the line, and what went back, below it. */
export default function DaysChart({ month, by_day }: Pick<MoneyOverview, "month" | "by_day">) {
  const { received, refunded } = useTexts(moneyTexts).figures
  const tag = LANGUAGE_TAGS[useLanguage()]
  // Three digits, because a step of ₹2,500 makes ₹12.5K.
  const short = new Intl.NumberFormat(tag, {
    ...{ style: "currency", currency: "INR", notation: "compact", maximumSignificantDigits: 3 },
  })
  const rows = rowsOf(month, by_day)
  const ticks = roundTicks(
    Math.min(0, ...rows.map((row) => row.refunded)),
    Math.max(0, ...rows.map((row) => row.received)),
    PAISE_OF_A_RUPEE,
  )
  const tick = { fill: "var(--ink-muted)", fontSize: 12 }
  const bar = { stackId: "day", isAnimationActive: false, maxBarSize: 24 }
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={rows}
        stackOffset="sign"
        accessibilityLayer={false}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          interval="equidistantPreserveStart"
          tickFormatter={(day: string) => String(Number(day.slice(-2)))}
          tick={tick}
          tickLine={false}
          axisLine={false}
        />
        <YAxis
          width={64}
          ticks={ticks}
          domain={[ticks[0] ?? 0, ticks.at(-1) ?? 0]}
          tickFormatter={(paise: number) => short.format(paise / 100).replace("-", "−")}
          tick={tick}
          tickLine={false}
          axisLine={false}
        />
        <ReferenceLine y={0} stroke="var(--line-strong)" />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--line)", opacity: 0.4 }}
          contentStyle={tooltipStyle}
          labelFormatter={(day) => formatDayIn(tag, String(day))}
          formatter={(paise) => formatPaise(Math.abs(Number(paise)))}
        />
        <Legend itemSorter={null} content={({ payload }) => <ChartLegend payload={payload} />} />
        <Bar {...bar} dataKey="received" name={received} fill="var(--primary)" radius={[3, 3, 0, 0]} />
        <Bar {...bar} dataKey="refunded" name={refunded} fill="var(--accent)" radius={[3, 3, 0, 0]} />
      </BarChart>
    </ResponsiveContainer>
  )
}

/** Every day of the month, those without money as well. */
function rowsOf(month: string, by_day: MoneyOverview["by_day"]) {
  const known = new Map(by_day.map((one) => [one.day, one]))
  const { first, last } = daysOfMonth(month)
  return Array.from({ length: Number(last.slice(-2)) }, (_, at) => {
    const day = addDays(first, at)
    const one = known.get(day)
    return { day, received: one?.received_paise ?? 0, refunded: -(one?.refunded_paise ?? 0) }
  })
}
