import Download from "lucide-react/icons/download"
import { Form, Link, redirect, useSearchParams } from "react-router"
import type { MonthLine } from "#contract/attendance-sheets.ts"
import { percentAttended } from "#features/attendance/month-rule.ts"
import { dateInZone } from "#shared/time.ts"
import { type PageRequest, pageRequest, requireViewer } from "#ui/api.ts"
import { Badge, type BadgeTone } from "#ui/badge.tsx"
import { Button, ButtonLink, buttonClass } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { Field, TextInput } from "#ui/field.tsx"
import { Page, PageHeader } from "#ui/page.tsx"
import { type Column, DataTable } from "#ui/table.tsx"
import type { Route } from "./+types/attendance.page.ts"
import { askedMonth } from "./month.ts"
import { MonthChoice } from "./month-choice.tsx"
import { MonthRule } from "./month-rule.card.tsx"
import { SheetLines } from "./sheet-lines.tsx"

export function meta() {
  return [{ title: "Attendance" }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request)
  if (role === "guardian") throw redirect("/guardian-dashboard?tab=attendance")
  const params = new URL(request.url).searchParams
  const present = dateInZone(page.now, page.zone).slice(0, 7)
  const month = askedMonth(params, present)
  if (role === "student") {
    return { view: "own" as const, sheet: await page.api.attendance.mySheet({ month }), month, present }
  }
  return { view: "staff" as const, ...(await loadMonth(page, params, month)), month, present }
}

async function loadMonth({ api }: PageRequest, params: URLSearchParams, month: string) {
  const q = (params.get("q") ?? "").slice(0, 100)
  const after = params.get("after")
  const { items, next_cursor } = await api.attendance.month({ month, q, ...(after && { cursor: after }) })
  return { lines: items, next_cursor, q }
}

/** A student's own month; for staff everybody's. */
export default function AttendancePage({ loaderData }: Route.ComponentProps) {
  return loaderData.view === "own" ? <OwnMonth {...loaderData} /> : <StaffMonth {...loaderData} />
}

type View<V extends "own" | "staff"> = Extract<Route.ComponentProps["loaderData"], { view: V }>

function OwnMonth({ sheet, month, present }: View<"own">) {
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/student-dashboard", label: "Back to Dashboard" }}
        title="Your attendance"
        description="Each class of the month, what counted, and what the rule asks for."
      />
      <MonthChoice month={month} present={present} />
      <MonthRule standing={sheet.standing} />
      <SheetLines lines={sheet.lines} />
    </Page>
  )
}

function StaffMonth({ lines, next_cursor, q, month, present }: View<"staff">) {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  if (next_cursor) next.set("after", next_cursor)
  return (
    <Page>
      <PageHeader
        back={{ to: "/teacher-dashboard", label: "Back to Dashboard" }}
        title="Attendance"
        description="Every student's month against the share that progress asks for."
        actions={
          <>
            <a
              href={`/attendance/month.csv?month=${month}`}
              className={buttonClass({ variant: "secondary" })}
              download
            >
              <Download size={18} aria-hidden />
              Export as CSV
            </a>
            <ButtonLink to="/attendance/messages">Messages to parents</ButtonLink>
          </>
        }
      />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <MonthChoice month={month} present={present} />
        <Form method="get" className="flex w-full items-end gap-3 sm:w-auto">
          <input type="hidden" name="month" value={month} />
          <Field label="Find a student" hideLabel className="flex-1 sm:w-64">
            <TextInput type="search" name="q" defaultValue={q} maxLength={100} placeholder="Find a student" />
          </Field>
          <Button type="submit" variant="secondary">
            Find
          </Button>
        </Form>
      </div>
      <DataTable
        caption="Students' attendance in the month"
        columns={columns(month)}
        rows={lines}
        rowKey={(line) => line.student_id}
        empty={
          <EmptyState
            illustration="no-classes"
            title={q ? "Nobody of this name" : "No classes in this month yet"}
            text={
              q
                ? "Try a part of the first or last name."
                : "After your first class you can see each student's attendance here."
            }
          />
        }
      />
      {next_cursor ? (
        <Link
          to={`?${next}`}
          className={buttonClass({ variant: "secondary", className: "justify-self-center" })}
        >
          Show more
        </Link>
      ) : null}
    </Page>
  )
}

const STATES: Record<MonthLine["state"], { label: (line: MonthLine) => string; tone: BadgeTone }> = {
  none: { label: () => "Nothing counted", tone: "neutral" },
  "on-course": { label: leftLabel, tone: "neutral" },
  close: { label: leftLabel, tone: "warning" },
  met: { label: () => "Reached", tone: "success" },
  missed: { label: (line) => `Below ${line.required_percent}%`, tone: "danger" },
}

function leftLabel({ absences_left }: MonthLine): string {
  if (absences_left === 0) return "No absence left"
  return absences_left === 1 ? "1 absence left" : `${absences_left} absences left`
}

function columns(month: string): Column<MonthLine>[] {
  return [
    {
      key: "student",
      header: "Student",
      cell: (line) => (
        <Link
          to={`/attendance/students/${line.student_id}?month=${month}`}
          className="text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {line.student_name}
        </Link>
      ),
    },
    {
      key: "share",
      header: "Share",
      align: "end",
      cell: (line) => {
        const percent = percentAttended(line)
        return percent === null ? "–" : `${percent}%`
      },
    },
    { key: "attended", header: "Attended", align: "end", cell: (line) => `${line.attended} of ${line.held}` },
    { key: "excused", header: "Excused", align: "end", cell: (line) => line.excused },
    { key: "coming", header: "To come", align: "end", cell: (line) => line.to_come },
    {
      key: "rule",
      header: "Rule",
      cell: (line) => <Badge tone={STATES[line.state].tone}>{STATES[line.state].label(line)}</Badge>,
    },
  ]
}
