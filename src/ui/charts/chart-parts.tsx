import type { LegendPayload } from "recharts"

/** What a chart's colours mean. The library's own legend names its marks in English, whatever the page's language. */
export function ChartLegend({ payload = [] }: { payload?: readonly LegendPayload[] | undefined }) {
  return (
    <ul className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-[0.8125rem]">
      {payload.map(({ value, color }) => (
        <li key={value} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
          {value}
        </li>
      ))}
    </ul>
  )
}

/** The look of the box over a column. */
export const tooltipStyle = {
  background: "var(--surface-raised)",
  border: "1px solid var(--line)",
  borderRadius: 12,
  color: "var(--ink)",
} as const
