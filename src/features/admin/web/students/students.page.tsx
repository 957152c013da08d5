import { z } from "zod"
import type { StudentEntry } from "#contract/admin/admin-dashboard.ts"
import { useProgramNames } from "#features/programs/web/program-names.card.tsx"
import { displayPhone } from "#shared/phone.ts"
import { shareOf } from "#shared/share.ts"
import { Badge } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { SearchForm } from "#ui/forms/search-form.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { AdminPage, adminMeta, officeRequest } from "../admin-page.tsx"
import { ExportLink } from "../export-link.tsx"
import type { Route } from "./+types/students.page.ts"
import type { studentsText } from "./students.text.ts"
import { studentsTexts } from "./students.texts.ts"

export const handle = { translated: true }

const Filters = z.object({
  q: z.string().max(100).catch("").default(""),
  grade: z.string().max(20).optional().catch(undefined),
  after: z.string().max(100).optional().catch(undefined),
})
const GRADES = Array.from({ length: 12 }, (_, index) => String(index + 1))

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const { q, grade, after } = Filters.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const list = await page.api.admin.students({ q, ...(grade && { grade }), ...(after && { cursor: after }) })
  return { ...list, q, grade: grade ?? "", isAdmin: page.viewer?.role === "admin" }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, studentsTexts[languageOf(matches)].title)
}

/** Every student, with courses, attendance and guardian at a glance. */
export default function StudentsPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, q, grade, isAdmin } = loaderData
  const text = useTexts(studentsTexts)
  const names = useProgramNames()
  return (
    <AdminPage
      title={text.title}
      description={text.description}
      actions={
        isAdmin ? (
          <ButtonLink to="/admin/import?kind=students" variant="secondary">
            {text.import}
          </ButtonLink>
        ) : null
      }
    >
      <SearchForm search={{ label: text.search, value: q, hint: text.searchHint }} submit={text.show}>
        <Field label={text.grade}>
          <SelectInput
            name="grade"
            defaultValue={grade}
            placeholder={text.allGrades}
            options={GRADES.map((value) => ({ value, label: names.gradeName(value) }))}
          />
        </Field>
      </SearchForm>
      <DataTable
        caption={text.title}
        columns={columnsIn(text, names)}
        rows={items}
        rowKey={(student) => student.user_id}
        empty={<EmptyState illustration="no-requests" title={text.none} text={text.noneText} />}
      />
      <MoreLink cursor={next_cursor} />
      {isAdmin ? <ExportLink list="students" label={text.export} /> : null}
    </AdminPage>
  )
}

function columnsIn(
  text: typeof studentsText,
  { gradeName, curriculumName }: ReturnType<typeof useProgramNames>,
): Column<StudentEntry>[] {
  const { columns } = text
  return [
    {
      key: "name",
      header: columns.student,
      cell: (student) => (
        <span className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <Link
              to={`/admin-dashboard/students/${student.user_id}`}
              className="underline-offset-4 hover:underline"
            >
              {student.name}
            </Link>
            {student.disabled ? <Badge tone="danger">{text.disabled}</Badge> : null}
          </span>
          <span className="text-sm font-normal break-all text-ink-muted">{student.email}</span>
        </span>
      ),
    },
    {
      key: "grade",
      header: text.grade,
      cell: ({ grade, curriculum }) =>
        [grade && gradeName(grade), curriculum && curriculumName(curriculum, curriculum)]
          .filter(Boolean)
          .join(", ") || "–",
    },
    {
      key: "programs",
      header: columns.courses,
      cell: ({ programs: [first, ...others] }) =>
        first === undefined ? "–" : others.length === 0 ? first : text.andMore(first, others.length),
    },
    {
      key: "attendance",
      header: columns.attendance,
      cell: ({ attended, held }) => (
        <span className="whitespace-nowrap">
          {shareOf(attended, held)}
          {held > 0 ? <span className="text-sm text-ink-muted"> {text.ofHeld(held)}</span> : null}
        </span>
      ),
      align: "end",
    },
    {
      key: "guardian",
      header: columns.guardian,
      cell: ({ parent_name, parent_phone, parent_confirmed }) =>
        parent_phone ? (
          <span className="grid gap-0.5">
            <span>{parent_name ?? "–"}</span>
            <span className="text-sm text-ink-muted">
              {displayPhone(parent_phone)}
              {parent_confirmed ? "" : ` · ${text.unconfirmed}`}
            </span>
          </span>
        ) : (
          "–"
        ),
    },
  ]
}
