import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm"
import type { ImportRow } from "#contract/admin/admin-import.ts"
import type { CellProblem, PlainCellProblem } from "#contract/admin/import-problems.ts"
import { ClassDraft } from "#contract/classes/classes.ts"
import { ProgramDraft } from "#contract/programs/program-management.ts"
import { teachers, user } from "#features/accounts/server/table.ts"
import { isClassDate } from "#features/classes/rules.ts"
import {
  classKey,
  type ImportedClass,
  insertClasses,
  overlapsOf,
  readClassKeys,
} from "#features/classes/server/imported.ts"
import { readProgramKeys } from "#features/programs/server/imported.ts"
import { insertProgram } from "#features/programs/server/manage.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { type ListReader, outcome, programProblems, readCells, repeated } from "./import-outcome.ts"
import type { TypedRow } from "./import-text.ts"

/** Returns the cells that are not empty; for the others the form's defaults apply. */
function given(cells: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ""))
}

const titleOf = (row: TypedRow) => (row.cells.title ?? "").toLowerCase()

export const courseList: ListReader<ProgramDraft> = {
  async check(ctx, rows) {
    const known = await ctx.db.select({ title: programs.title }).from(programs)
    const titles = new Set(known.map(({ title }) => title.toLowerCase()))
    const again = repeated(rows, titleOf)
    return rows.map((row) => {
      const { data, errors } = readCells("courses", ProgramDraft, given(row.cells))
      const line = again.get(row)
      if (line !== undefined) errors.push({ column: "title", problem: { code: "repeated", line } })
      if (data.delivery === "on_premises" && data.venue_name === "")
        errors.push({ column: "venue_name", problem: { code: "venue-missing" } })
      const { price_rupees, monthly_fee_rupees = 0 } = data
      if (price_rupees !== undefined && monthly_fee_rupees > 0 && monthly_fee_rupees >= price_rupees) {
        const code = price_rupees === 0 ? "fee-without-price" : "fee-not-below-price"
        errors.push({ column: "monthly_fee_rupees", problem: { code } })
      }
      const state = titles.has(titleOf(row)) ? "same" : "new"
      return outcome(row, row.cells.title ?? "", errors, state, data as ProgramDraft)
    })
  },
  async write(tx, values) {
    const made: string[] = []
    for (const draft of values) {
      const id = newId()
      await insertProgram(tx, id, draft)
      made.push(id)
    }
    return { programs: made }
  },
}

/** The list's columns that have another name in the class. */
const COLUMN_OF: Record<string, string> = { scheduled_date: "date", max_capacity: "max_students" }
const DEFAULT_SEATS = "30"

export const timetableList: ListReader<ImportedClass> = {
  async check(ctx, rows) {
    const teachersByEmail = await readTeachers(ctx, rows)
    const programsOf = await readProgramKeys(ctx)
    const checked = rows.map((row) => checkClass(ctx, row, teachersByEmail, programsOf))
    // A row with errors elsewhere still takes up its time: otherwise an overlap would show only after they
    // are fixed.
    const timed = checked.flatMap(({ value }) => value ?? [])
    const known = await readClassKeys(
      ctx,
      timed.map(({ instructor_id }) => instructor_id),
    )
    const isKnown = ({ draft, ...times }: ImportedClass) =>
      draft.title !== undefined && known.has(classKey({ ...times, title: draft.title }))
    const overlapping = await overlapsOf(
      ctx,
      timed.filter((value) => !isKnown(value)),
    )
    const now = ctx.clock.now().getTime()
    return checked.map(({ row, label, errors, value }) => {
      if (!value) return outcome<ImportedClass>(row, label, errors, "new")
      if (isKnown(value)) return outcome<ImportedClass>(row, label, errors, "same")
      const say = (code: "past" | "overlaps") => errors.push({ column: "start_time", problem: { code } })
      if (value.starts_at.getTime() < now - (now % MINUTE)) say("past")
      else if (overlapping.has(value)) say("overlaps")
      return outcome(row, label, errors, "new", value)
    })
  },
  async write(tx, values) {
    return { classes: await insertClasses(tx, values) }
  },
}

type CheckedClass = {
  row: TypedRow
  label: string
  errors: ImportRow["errors"]
  /** Set if instructor and times are known; complete if there are no errors. */
  value?: ImportedClass
}

function checkClass(
  ctx: Pick<Ctx, "env">,
  row: TypedRow,
  teachersByEmail: Map<string, string>,
  programsOf: Awaited<ReturnType<typeof readProgramKeys>>,
): CheckedClass {
  const { instructor_email = "", date = "", max_students = "", course = "", batch = "", ...cells } = row.cells
  const label = [cells.title, date, cells.start_time].filter(Boolean).join(", ")
  const named = course ? [{ title: course, meant: programsOf(course) }] : []
  const course_id = named[0]?.meant[0]?.id
  const { data, errors } = readCells(
    "timetable",
    ClassDraft,
    {
      ...given(cells),
      scheduled_date: date,
      max_capacity: max_students || DEFAULT_SEATS,
      ...(course_id && { course_id }),
    },
    COLUMN_OF,
  )
  const say = (column: string, problem: CellProblem) => errors.push({ column, problem })
  const instructor_id = teachersByEmail.get(instructor_email.toLowerCase())
  if (!instructor_id) say("instructor_email", { code: "unknown-instructor" })
  for (const problem of programProblems(named)) say("course", problem)
  if (data.delivery === "on_premises" && !data.venue_name) say("venue_name", { code: "venue-missing" })
  for (const code of batchProblems(batch, course, data.class_type)) say("batch", { code })
  if (batch.length > MOST_BATCH_LETTERS) say("batch", { code: "too-long", most: MOST_BATCH_LETTERS })
  const { scheduled_date, start_time, end_time } = data
  const isDated = scheduled_date !== undefined && isClassDate(scheduled_date)
  if (scheduled_date !== undefined && !isDated) say("date", { code: "date-out-of-range" })
  const isOrdered = start_time !== undefined && end_time !== undefined && start_time < end_time
  if (start_time !== undefined && end_time !== undefined && !isOrdered)
    say("end_time", { code: "ends-before-start" })
  if (!isDated || !isOrdered || !instructor_id) return { row, label, errors }
  const zone = ctx.env.TIME_ZONE
  const value = {
    draft: data as ClassDraft,
    batch: batch || null,
    instructor_id,
    scheduled_date,
    starts_at: instantInZone(scheduled_date, start_time, zone),
    ends_at: instantInZone(scheduled_date, end_time, zone),
  }
  return { row, label, errors, value }
}

const MOST_BATCH_LETTERS = 40

/** Returns why a class can't be of this batch. */
function batchProblems(batch: string, course: string, class_type: string | undefined): PlainCellProblem[] {
  if (!batch) return []
  return [
    ...(course ? [] : ["program-missing" as const]),
    ...(class_type === "demo" ? ["batch-not-regular" as const] : []),
    ...(batch.includes(";") ? ["batch-with-semicolon" as const] : []),
  ]
}

async function readTeachers(ctx: Pick<Ctx, "db">, rows: readonly TypedRow[]): Promise<Map<string, string>> {
  const emails = [...new Set(rows.map((row) => (row.cells.instructor_email ?? "").toLowerCase()))]
  const found = await ctx.db
    .select({ email: teachers.email, user_id: teachers.user_id })
    .from(teachers)
    .innerJoin(user, eq(user.id, teachers.user_id))
    .where(
      and(
        inArray(teachers.email, emails),
        isNotNull(teachers.approved_at),
        isNull(teachers.ended_at),
        isNull(user.disabledAt),
      ),
    )
  return new Map(found.map(({ email, user_id }) => [email.toLowerCase(), user_id]))
}
