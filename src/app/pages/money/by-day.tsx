import { Suspense } from "react"
import type { MoneyOverview } from "#contract/money.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { DataTable } from "#ui/components/table.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { latePart } from "#ui/late-part.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { moneyTexts } from "./money.texts.ts"

/** The table under it says the same without scripts. */
const DaysChart = latePart(async () => (await import("./days-chart.tsx")).default)

/** What came in and went back on each day of a month, as a chart and as a table. */
export function ByDay({ month, by_day }: Pick<MoneyOverview, "month" | "by_day">) {
  const { byDay: text, figures } = useTexts(moneyTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const hydrated = useHydrated()
  if (by_day.length === 0) return null
  return (
    <Card title={text.title}>
      <div className="grid gap-4">
        {/* Keeps the height, so that the page doesn't move when the chart appears. */}
        <div className="h-56" aria-hidden>
          {hydrated ? (
            <Suspense fallback={null}>
              <DaysChart {...{ month, by_day }} />
            </Suspense>
          ) : null}
        </div>
        <Disclosure opens={false}>
          <Summary>{text.table}</Summary>
          <div className="pt-3">
            <DataTable
              caption={text.title}
              columns={[
                { key: "day", header: text.day, cell: ({ day }) => formatDateIn(tag, day) },
                {
                  key: "in",
                  header: figures.received,
                  align: "end",
                  cell: ({ received_paise }) => formatPaise(received_paise),
                },
                {
                  key: "out",
                  header: figures.refunded,
                  align: "end",
                  cell: ({ refunded_paise }) => formatPaise(refunded_paise),
                },
              ]}
              rows={by_day}
              rowKey={({ day }) => day}
            />
          </div>
        </Disclosure>
      </div>
    </Card>
  )
}
