import { type ReactNode, Suspense } from "react"
import type { Week } from "#contract/admin/admin-dashboard.ts"
import { Analytics } from "#features/attendance/web/analytics.card.tsx"
import { useProgramNames } from "#features/programs/web/program-names.card.tsx"
import { RecordingFigures } from "#features/recordings/web/recording-figures.card.tsx"
import { shareOf } from "#shared/share.ts"
import { formatDateIn } from "#shared/time.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { latePart } from "#ui/late-part.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { AdminPage, adminMeta, adminRequest } from "../admin-page.tsx"
import { ExportLink } from "../export-link.tsx"
import type { Route } from "./+types/analytics.page.ts"
import type { analyticsText } from "./analytics.text.ts"
import { analyticsTexts } from "./analytics.texts.ts"

export const handle = { translated: true }

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

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, analyticsTexts[languageOf(matches)].title)
}

/** The academy's figures of the last twelve weeks. */
export default function AnalyticsPage({ loaderData }: Route.ComponentProps) {
  const { weeks, services, figures, funnel, watched } = loaderData
  const text = useTexts(analyticsTexts)
  const columns = columnsIn(text, LANGUAGE_TAGS[useLanguage()])
  const sum = (key: Exclude<keyof Week, "week">) => weeks.reduce((total, week) => total + week[key], 0)
  const enrolments = sum("program_enrolments") + sum("class_enrolments")
  const judged = sum("present") + sum("absent")
  return (
    <AdminPage title={text.title} description={text.description}>
      <div className="grid gap-8">
        <div className="grid gap-8 xl:grid-cols-2">
          <ChartCard
            title={text.enrolments}
            description={text.enrolmentsText(enrolments, sum("new_students"))}
            empty={enrolments === 0 ? text.noEnrolments : null}
          >
            <WeeksChart
              weeks={weeks}
              series={[
                { key: "program_enrolments", label: text.series.programs },
                { key: "class_enrolments", label: text.series.classes },
              ]}
            />
          </ChartCard>
          <ChartCard
            title={text.attendance}
            description={text.attendanceText(shareOf(sum("present"), judged), judged)}
            empty={judged === 0 ? text.noAttendance : null}
          >
            <WeeksChart
              weeks={weeks}
              series={[
                { key: "present", label: text.series.present },
                { key: "absent", label: text.series.absent },
              ]}
            />
          </ChartCard>
        </div>
        {services.length === 0 ? null : <Services services={services} />}
        <DataTable
          caption={text.weeks}
          showCaption
          columns={columns}
          rows={weeks.toReversed()}
          rowKey={(week) => week.week}
        />
        <Analytics figures={figures} funnel={funnel} />
        <RecordingFigures figures={watched} />
        <ExportLink list="attendance" label={text.export} />
      </div>
    </AdminPage>
  )
}

type ChartCardProps = { title: string; description: string; empty: string | null; children: ReactNode }

function ChartCard({ title, description, empty, children }: ChartCardProps) {
  const text = useTexts(analyticsTexts)
  const hydrated = useHydrated()
  if (empty) {
    return (
      <Card title={title}>
        <EmptyState level={3} illustration="no-classes" title={text.nothing} text={empty} />
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
  const text = useTexts(analyticsTexts)
  const { serviceName } = useProgramNames()
  const most = Math.max(...services.map(({ enrolled }) => enrolled))
  return (
    <Card title={text.services} description={text.servicesText}>
      <ul className="grid gap-3">
        {services.map(({ service, enrolled }) => (
          <li key={service} className="grid gap-1.5">
            <p className="flex justify-between gap-4 text-[0.9375rem]">
              <span className="font-semibold">{serviceName(service)}</span>
              <span className="tabular-nums">{enrolled}</span>
            </p>
            <progress className="meter" aria-label={serviceName(service)} value={enrolled} max={most} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function columnsIn(text: typeof analyticsText, tag: string): Column<Week>[] {
  const { columns } = text
  return [
    { key: "week", header: columns.week, cell: ({ week }) => formatDateIn(tag, week) },
    { key: "students", header: columns.students, cell: (week) => week.new_students, align: "end" },
    { key: "courses", header: columns.programs, cell: (week) => week.program_enrolments, align: "end" },
    { key: "classes", header: columns.classes, cell: (week) => week.class_enrolments, align: "end" },
    {
      key: "attendance",
      header: columns.attendance,
      cell: ({ present, absent }) => shareOf(present, present + absent),
      align: "end",
    },
  ]
}
