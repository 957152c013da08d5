import { type ReactNode, Suspense } from "react"
import type { Week } from "#contract/admin/admin-dashboard.ts"
import { Analytics } from "#features/attendance/web/analytics.card.tsx"
import { RecordingFigures } from "#features/recordings/web/recording-figures.card.tsx"
import { shareOf } from "#shared/share.ts"
import { formatDate } from "#shared/time.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { latePart } from "#ui/late-part.tsx"
import { useHydrated } from "#ui/use-hydrated.ts"
import type { Route } from "./+types/analytics.page.ts"
import { AdminPage, adminMeta, adminRequest } from "./admin-page.tsx"
import { ExportLink } from "./export-link.tsx"

/** Charts load only when in view; the table shows the same without them. */
const WeeksChart = latePart(async () => (await import("./weeks-chart.tsx")).default)

export async function loader(args: Route.LoaderArgs) {
  const { api } = adminRequest(args)
  const [trends, figures, funnel, watched] = await Promise.all([
    api.admin.trends(),
    api.attendance.figures(),
    api.attendance.demoFunnel({}),
    api.recordings.figures({}),
  ])
  return { ...trends, figures, funnel, watched }
}

export function meta() {
  return adminMeta("Analytics")
}

const ENROLMENTS = [
  { key: "program_enrolments", label: "Programs" },
  { key: "class_enrolments", label: "Single classes" },
] as const
const ATTENDANCE = [
  { key: "present", label: "Present" },
  { key: "absent", label: "Absent" },
] as const

/** The academy's figures of the last twelve weeks. */
export default function AnalyticsPage({ loaderData }: Route.ComponentProps) {
  const { weeks, services, figures, funnel, watched } = loaderData
  const sum = (key: Exclude<keyof Week, "week">) => weeks.reduce((total, week) => total + week[key], 0)
  const enrolments = sum("program_enrolments") + sum("class_enrolments")
  const judged = sum("present") + sum("absent")
  return (
    <AdminPage title="Analytics" description="The last 12 weeks.">
      <div className="grid gap-8">
        <div className="grid gap-8 xl:grid-cols-2">
          <ChartCard
            title="Enrolments"
            description={`${enrolments} enrolments and ${sum("new_students")} new students in 12 weeks.`}
            empty={enrolments === 0 ? "No enrolments in these weeks." : null}
          >
            <WeeksChart weeks={weeks} series={ENROLMENTS} />
          </ChartCard>
          <ChartCard
            title="Attendance by week"
            description={`${shareOf(sum("present"), judged)} present (${judged} seats). Medical absences and classes without a result are not counted.`}
            empty={judged === 0 ? "No class with students was held in these weeks." : null}
          >
            <WeeksChart weeks={weeks} series={ATTENDANCE} />
          </ChartCard>
        </div>
        {services.length === 0 ? null : <Services services={services} />}
        <DataTable
          caption="Week by week"
          showCaption
          columns={COLUMNS}
          rows={weeks.toReversed()}
          rowKey={(week) => week.week}
        />
        <Analytics figures={figures} funnel={funnel} />
        <RecordingFigures figures={watched} />
        <ExportLink list="attendance" label="Export attendance by student as CSV" />
      </div>
    </AdminPage>
  )
}

type ChartCardProps = { title: string; description: string; empty: string | null; children: ReactNode }

function ChartCard({ title, description, empty, children }: ChartCardProps) {
  const hydrated = useHydrated()
  if (empty) {
    return (
      <Card title={title}>
        <EmptyState level={3} illustration="no-classes" title="Nothing to show yet" text={empty} />
      </Card>
    )
  }
  return (
    <Card title={title} description={description}>
      {/* Keeps the height, so that the page doesn't move when the chart appears. */}
      <div className="h-64" aria-hidden>
        {hydrated ? <Suspense fallback={null}>{children}</Suspense> : null}
      </div>
    </Card>
  )
}

function Services({ services }: { services: { service: string; enrolled: number }[] }) {
  const most = Math.max(...services.map(({ enrolled }) => enrolled))
  return (
    <Card title="Enrolments by service" description="Program enrolments over the same weeks.">
      <ul className="grid gap-3">
        {services.map(({ service, enrolled }) => (
          <li key={service} className="grid gap-1.5">
            <p className="flex justify-between gap-4 text-[0.9375rem]">
              <span className="font-semibold">{service}</span>
              <span className="tabular-nums">{enrolled}</span>
            </p>
            <progress className="meter" aria-label={service} value={enrolled} max={most} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const COLUMNS: Column<Week>[] = [
  { key: "week", header: "Week from", cell: ({ week }) => formatDate(week) },
  { key: "students", header: "New students", cell: (week) => week.new_students, align: "end" },
  { key: "courses", header: "Program enrolments", cell: (week) => week.program_enrolments, align: "end" },
  { key: "classes", header: "Class enrolments", cell: (week) => week.class_enrolments, align: "end" },
  {
    key: "attendance",
    header: "Attendance",
    cell: ({ present, absent }) => shareOf(present, present + absent),
    align: "end",
  },
]
