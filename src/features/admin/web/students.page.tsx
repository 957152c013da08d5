import { Form, Link } from "react-router"
import { z } from "zod"
import type { StudentEntry } from "#contract/admin/admin-dashboard.ts"
import { shareOf } from "#shared/share.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import type { Route } from "./+types/students.page.ts"
import { AdminPage, adminMeta, adminRequest } from "./admin-page.tsx"
import { ExportLink } from "./export-link.tsx"

const Filters = z.object({
  q: z.string().max(100).catch("").default(""),
  grade: z.string().max(20).optional().catch(undefined),
  after: z.string().max(100).optional().catch(undefined),
})
const GRADES = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: `Class ${index + 1}`,
}))

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const { q, grade, after } = Filters.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const list = await page.api.admin.students({ q, ...(grade && { grade }), ...(after && { cursor: after }) })
  return { ...list, q, grade: grade ?? "" }
}

export function meta() {
  return adminMeta("Students")
}

/** Every student, with courses, attendance and guardian at a glance. */
export default function StudentsPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, q, grade } = loaderData
  return (
    <AdminPage
      title="Students"
      description="Your students, their programs and attendance."
      actions={
        <ButtonLink to="/admin/import?kind=students" variant="secondary">
          Import students
        </ButtonLink>
      }
    >
      <Form method="get" className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem_auto] sm:items-end">
        <Field label="Search">
          <TextInput
            type="search"
            name="q"
            defaultValue={q}
            placeholder="Name or e-mail"
            maxLength={100}
            autoComplete="off"
          />
        </Field>
        <Field label="Grade">
          <SelectInput name="grade" defaultValue={grade} placeholder="All grades" options={GRADES} />
        </Field>
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </Form>
      <DataTable
        caption="Students"
        columns={COLUMNS}
        rows={items}
        rowKey={(student) => student.user_id}
        empty={
          <EmptyState
            illustration="no-requests"
            title="No students found"
            text="Try part of the name, or another grade."
          />
        }
      />
      <MoreLink cursor={next_cursor} />
      <ExportLink list="students" label="Export students as CSV" />
    </AdminPage>
  )
}

const COLUMNS: Column<StudentEntry>[] = [
  {
    key: "name",
    header: "Student",
    cell: (student) => (
      <span className="grid gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to={`/admin-dashboard/students/${student.user_id}`}
            className="underline-offset-4 hover:underline"
          >
            {student.name}
          </Link>
          {student.disabled ? <Badge tone="danger">Disabled</Badge> : null}
        </span>
        <span className="text-sm font-normal break-all text-ink-muted">{student.email}</span>
      </span>
    ),
  },
  {
    key: "grade",
    header: "Grade",
    cell: ({ grade, curriculum }) =>
      [grade && `Class ${grade}`, curriculum].filter(Boolean).join(", ") || "–",
  },
  {
    key: "programs",
    header: "Courses",
    cell: ({ programs: [first, ...others] }) =>
      first === undefined ? "–" : others.length === 0 ? first : `${first} and ${others.length} more`,
  },
  {
    key: "attendance",
    header: "Attendance",
    cell: ({ attended, held }) => (
      <span className="whitespace-nowrap">
        {shareOf(attended, held)}
        {held > 0 ? <span className="text-sm text-ink-muted"> of {held}</span> : null}
      </span>
    ),
    align: "end",
  },
  {
    key: "guardian",
    header: "Guardian",
    cell: ({ parent_name, parent_phone, parent_confirmed }) =>
      parent_phone ? (
        <span className="grid gap-0.5">
          <span>{parent_name ?? "–"}</span>
          <span className="text-sm text-ink-muted">
            {parent_phone}
            {parent_confirmed ? "" : " · unconfirmed"}
          </span>
        </span>
      ) : (
        "–"
      ),
  },
]
