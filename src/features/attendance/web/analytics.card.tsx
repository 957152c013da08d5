import { Suspense } from "react"
import type { ClassFigures, DemoFunnel } from "#contract/attendance/attendance.ts"
import { shareOf } from "#shared/share.ts"
import { formatDateIn } from "#shared/time.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import { latePart } from "#ui/late-part.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { funnelSteps } from "./analytics.ts"
import { analyticsTexts } from "./texts/analytics.texts.ts"

/** Charts load only when in view; the tables show the same without them. */
const AttendanceChart = latePart(async () => (await import("./attendance-chart.tsx")).default)

type AnalyticsProps = { figures: ClassFigures[]; funnel: DemoFunnel }

/** An instructor's own figures: presence over the latest classes, and what became of demo requests. */
export function Analytics({ figures, funnel }: AnalyticsProps) {
  return (
    <div className="grid gap-8">
      <Attendance figures={figures} />
      <Funnel funnel={funnel} />
    </div>
  )
}

function Attendance({ figures }: { figures: ClassFigures[] }) {
  const language = useLanguage()
  const text = useTexts(analyticsTexts)
  const hydrated = useHydrated()
  const told = figures.filter((one) => one.present + one.absent > 0)
  if (told.length === 0) {
    return (
      <Card title={text.attendance}>
        <EmptyState level={3} illustration="no-classes" title={text.empty} text={text.emptyText} />
      </Card>
    )
  }
  const present = told.reduce((sum, one) => sum + one.present, 0)
  const due = told.reduce((sum, one) => sum + one.present + one.absent, 0)
  return (
    <Card title={text.attendance} description={text.description(shareOf(present, due), told.length)}>
      <div className="grid gap-6">
        {/* Keeps the height, so that the page doesn't move when the chart appears. */}
        <div className="h-64" aria-hidden>
          {hydrated && told.length > 1 ? (
            <Suspense fallback={null}>
              <AttendanceChart
                figures={told.toReversed()}
                names={text.columns}
                tag={LANGUAGE_TAGS[language]}
              />
            </Suspense>
          ) : null}
        </div>
        <DataTable
          caption={text.caption}
          columns={columnsIn(language)}
          rows={told}
          rowKey={(one) => one.class_id}
        />
      </div>
    </Card>
  )
}

function columnsIn(language: Language): Column<ClassFigures>[] {
  const { columns } = analyticsTexts[language]
  return [
    { key: "class", header: columns.class, cell: (one) => one.title },
    {
      key: "date",
      header: columns.date,
      cell: (one) => formatDateIn(LANGUAGE_TAGS[language], one.scheduled_date),
    },
    { key: "present", header: columns.present, cell: (one) => one.present, align: "end" },
    { key: "absent", header: columns.absent, cell: (one) => one.absent, align: "end" },
    { key: "excused", header: columns.excused, cell: (one) => one.excused, align: "end" },
    {
      key: "share",
      header: columns.share,
      cell: (one) => shareOf(one.present, one.present + one.absent),
      align: "end",
    },
  ]
}

function Funnel({ funnel }: { funnel: DemoFunnel }) {
  const text = useTexts(analyticsTexts)
  if (funnel.requested === 0) {
    return (
      <Card title={text.demos} description={text.lastDays}>
        <EmptyState level={3} illustration="no-requests" title={text.noDemos} text={text.noDemosText} />
      </Card>
    )
  }
  const { called_in_time, called_late, calls_overdue } = funnel
  return (
    <Card title={text.demos} description={text.demosText}>
      <ol className="grid gap-3">
        {funnelSteps(funnel, text.steps).map((step) => (
          <li key={step.label} className="grid gap-1.5">
            <p className="flex justify-between gap-4 text-[0.9375rem]">
              <span className="font-semibold">{step.label}</span>
              <span className="tabular-nums">
                {step.count} <span className="text-ink-muted">({step.share})</span>
              </span>
            </p>
            <progress className="meter" aria-label={step.label} value={step.count} max={funnel.requested} />
          </li>
        ))}
      </ol>
      <p className="mt-5 text-sm text-ink-muted">{text.calls(called_in_time, called_late, calls_overdue)}</p>
    </Card>
  )
}
