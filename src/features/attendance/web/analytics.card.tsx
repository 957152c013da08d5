import { Suspense } from "react"
import type { ClassFigures, DemoFunnel } from "#contract/attendance.ts"
import { shareOf } from "#shared/share.ts"
import { formatDate } from "#shared/time.ts"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { latePart } from "#ui/late-part.tsx"
import { type Column, DataTable } from "#ui/table.tsx"
import { useHydrated } from "#ui/use-hydrated.ts"
import { funnelSteps } from "./analytics.ts"

/** Charts come only where they are looked at; the tables say the same without them. */
const AttendanceChart = latePart(async () => (await import("./attendance-chart.tsx")).default)

type AnalyticsProps = { figures: ClassFigures[]; funnel: DemoFunnel }

/** What an instructor's own rows tell: presence over the latest classes, and what became of demo requests. */
export function Analytics({ figures, funnel }: AnalyticsProps) {
  return (
    <div className="grid gap-8">
      <Attendance figures={figures} />
      <Funnel funnel={funnel} />
    </div>
  )
}

function Attendance({ figures }: { figures: ClassFigures[] }) {
  const hydrated = useHydrated()
  const told = figures.filter((one) => one.present + one.absent > 0)
  if (told.length === 0) {
    return (
      <Card title="Attendance">
        <EmptyState
          level={3}
          illustration="no-classes"
          title="No attendance yet"
          text="After your first class with students, this shows who was present, class by class."
        />
      </Card>
    )
  }
  const present = told.reduce((sum, one) => sum + one.present, 0)
  const due = told.reduce((sum, one) => sum + one.present + one.absent, 0)
  return (
    <Card
      title="Attendance"
      description={`${shareOf(present, due)} present over the latest ${told.length === 1 ? "class" : `${told.length} classes`}; medical absences and classes without a verdict are not counted.`}
    >
      <div className="grid gap-6">
        {/* The place is kept, so that nothing moves when the chart comes. */}
        <div className="h-64" aria-hidden>
          {hydrated && told.length > 1 ? (
            <Suspense fallback={null}>
              <AttendanceChart figures={told.toReversed()} />
            </Suspense>
          ) : null}
        </div>
        <DataTable
          caption="Presence per class"
          columns={CLASS_COLUMNS}
          rows={told}
          rowKey={(one) => one.class_id}
        />
      </div>
    </Card>
  )
}

const CLASS_COLUMNS: Column<ClassFigures>[] = [
  { key: "class", header: "Class", cell: (one) => one.title },
  { key: "date", header: "Date", cell: (one) => formatDate(one.scheduled_date) },
  { key: "present", header: "Present", cell: (one) => one.present, align: "end" },
  { key: "absent", header: "Absent", cell: (one) => one.absent, align: "end" },
  { key: "excused", header: "Excused", cell: (one) => one.excused, align: "end" },
  {
    key: "share",
    header: "Share",
    cell: (one) => shareOf(one.present, one.present + one.absent),
    align: "end",
  },
]

function Funnel({ funnel }: { funnel: DemoFunnel }) {
  if (funnel.requested === 0) {
    return (
      <Card title="Demo classes" description="The last 30 days">
        <EmptyState
          level={3}
          illustration="no-requests"
          title="No demo request yet"
          text="Schedule a demo class, and this shows how many who ask come to stay."
        />
      </Card>
    )
  }
  const { called_in_time, called_late, calls_overdue } = funnel
  return (
    <Card title="Demo classes" description="What became of the requests of the last 30 days.">
      <ol className="grid gap-3">
        {funnelSteps(funnel).map((step) => (
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
      <p className="mt-5 text-sm text-ink-muted">
        Promised calls: {called_in_time} in time, {called_late} late, {calls_overdue} overdue.
      </p>
    </Card>
  )
}
