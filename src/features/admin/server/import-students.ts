import { and, eq, inArray, sql } from "drizzle-orm"
import { z } from "zod"
import type { PreviewNote } from "#contract/admin/admin-import.ts"
import type { CellProblem } from "#contract/admin/import-problems.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { holdAccounts, type ImportedStudent, insertStudents } from "#features/accounts/server/imported.ts"
import { isClassDate } from "#features/classes/rules.ts"
import {
  changeEnrolments,
  enrolStudents,
  type NamedProgram,
  readProgramKeys,
} from "#features/programs/server/imported.ts"
import { covers, enrollments } from "#features/programs/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { type BirthDateProblem, birthDateProblem, isUnder18, readTypedDate } from "#shared/age.ts"
import { parsePhone } from "#shared/phone.ts"
import {
  addProblem,
  type ListReader,
  outcome,
  programProblems,
  readCells,
  repeated,
} from "./import-outcome.ts"
import {
  childKey,
  email,
  emailOf,
  filled,
  labelOf,
  optional,
  Person,
  phone,
  readChildren,
  readKnown,
  twice,
} from "./import-people.ts"
import type { TypedRow } from "./import-text.ts"

const birthDate = z.string().transform((typed, check) => {
  const date = typed === "" ? null : readTypedDate(typed)
  if (typed !== "" && !date) addProblem(check, { code: "not-a-date" })
  return date
})

/** What a cell says of each of the row's programs, in their order. */
const listed = (cell: string) => cell.split(";").map((part) => part.trim())

/** The last paid days, null where there is none. */
const paidUntil = z.string().transform((typed, check) =>
  listed(typed).map((part) => {
    const date = part === "" ? null : readTypedDate(part)
    if (part !== "" && !date) addProblem(check, { code: "not-a-date" })
    else if (date && !isClassDate(date)) addProblem(check, { code: "date-out-of-range" })
    return date
  }),
)

const Student = Person.extend({
  email: z.preprocess((typed) => typed || null, email.nullable()),
  grade: optional(20),
  curriculum: optional(40),
  date_of_birth: birthDate,
  parent_name: optional(120),
  parent_phone: phone,
  courses: z.string(),
  paid_until: paidUntil,
})

const COLUMNS = Object.keys(Student.shape)

const phoneIn = ({ cells }: TypedRow) => parsePhone(cells.parent_phone ?? "")
const childIn = (row: TypedRow) =>
  childKey(`${row.cells.first_name ?? ""} ${row.cells.last_name ?? ""}`, phoneIn(row))

type Problem = { column: string; problem: CellProblem }

/** Returns the errors in a student's guardian, as far as the cells could be read. */
function guardianProblems({
  email,
  phone,
  parent_name,
  parent_phone,
}: Partial<z.output<typeof Student>>): Problem[] {
  // Without an e-mail, nothing else tells the student apart.
  if (email === null && parent_phone === null)
    return [{ column: "parent_phone", problem: { code: "number-without-email" } }]
  if (!parent_phone) return []
  return [
    ...(parent_name === null
      ? [{ column: "parent_name", problem: { code: "no-name-for-number" as const } }]
      : []),
    ...(parent_phone === phone ? [{ column: "parent_phone", problem: { code: "own-number" as const } }] : []),
  ]
}

const IMPOSSIBLE: Record<BirthDateProblem, CellProblem> = {
  BIRTH_DATE_FUTURE: { code: "birth-date-future" },
  BIRTH_DATE_TOO_YOUNG: { code: "birth-date-too-young" },
  BIRTH_DATE_TOO_OLD: { code: "birth-date-too-old" },
}

/** Returns the errors in a date of birth, and the fields that are missing because of it. */
function ageProblems(cells: Record<string, string>, today: string): Problem[] {
  const date = readTypedDate(cells.date_of_birth ?? "")
  if (!date) return []
  const problem = birthDateProblem(date, today)
  if (problem) return [{ column: "date_of_birth", problem: IMPOSSIBLE[problem] }]
  if (!isUnder18(date, today)) return []
  return ["parent_name", "parent_phone"]
    .filter((column) => !cells[column])
    .map((column) => ({ column, problem: { code: "minor-needs-guardian" } }))
}

/** What the list gives a student in one program: a new or reopened enrolment, or a change of the one with `id`. */
type Place = { course_id: string; id?: string; valid_until?: string }

type StudentValue = {
  /** Null for a student who is new. */
  student_id: string | null
  person: ImportedStudent
  places: Place[]
}

type Enrolled = {
  id: string
  /** Whether it covers today. */
  runs: boolean
  valid_until: string | null
  /** Whether a list made it and nobody has ordered anything for it, so that a list may change it. */
  changeable: boolean
}

type Planned = { place?: Place; again?: boolean; notes: PreviewNote[] }

/** Returns what a row does about one program. `until` is null where the row names no last paid day. */
function planPlace(
  { id: course_id, monthly_fee_paise }: NamedProgram,
  until: string | null,
  has: Enrolled | undefined,
  today: string,
): Planned {
  const term = until === null ? {} : { valid_until: until }
  const isMonthly = monthly_fee_paise !== null
  const isOver = until !== null && until < today
  if (!has || (!has.runs && !isOver)) {
    const notes: PreviewNote[] = [
      ...(isMonthly && until === null ? ["without-end" as const] : []),
      ...(isOver ? ["ended" as const] : []),
    ]
    return { place: { course_id, ...term }, again: has !== undefined, notes }
  }
  if (until === null || until === has.valid_until) {
    const isFree = isMonthly && has.changeable && has.valid_until === null
    return { notes: isFree ? ["without-end"] : [] }
  }
  if (!has.changeable) return { notes: ["kept-end"] }
  return { place: { course_id, id: has.id, ...term }, notes: isOver ? ["ended"] : [] }
}

/** Returns what a cell says of each of so many programs: the same of all, or one for each; null if it says neither. */
function forEach<T>(values: readonly T[], programs: number): T[] | null {
  const [only] = values
  if (values.length === 1) return Array.from({ length: programs }, () => only as T)
  return values.length === programs ? [...values] : null
}

/** Returns what a row does about its programs, and which of its cells are wrong. */
function planPlaces(
  named: readonly { title: string; meant: readonly NamedProgram[] }[],
  paid_until: readonly (string | null)[] | undefined,
  standingIn: (courseId: string) => Enrolled | undefined,
  today: string,
): { places: Place[]; again: boolean; notes: PreviewNote[]; errors: Problem[] } {
  const errors: Problem[] = []
  const say = (column: string, problem: CellProblem) => errors.push({ column, problem })
  for (const problem of programProblems(named)) say("courses", problem)
  const untils = forEach(paid_until ?? [null], named.length)
  if (named.length === 0 && paid_until?.some(Boolean)) say("paid_until", { code: "program-missing" })
  else if (!untils) say("paid_until", { code: "one-per-program" })
  const planned = new Map<string, Planned>()
  const unpaid: string[] = []
  for (const [at, { meant }] of named.entries()) {
    const [program] = meant
    if (!program || planned.has(program.id)) continue
    const plan = planPlace(program, untils?.[at] ?? null, standingIn(program.id), today)
    planned.set(program.id, plan)
    if (plan.place?.valid_until && program.monthly_fee_paise === null) unpaid.push(program.title)
  }
  if (unpaid.length > 0) say("paid_until", { code: "no-monthly-fee", titles: unpaid })
  const plans = [...planned.values()]
  return {
    places: plans.flatMap(({ place }) => place ?? []),
    again: plans.some((plan) => plan.again),
    notes: [...new Set(plans.flatMap(({ notes }) => notes))],
    errors,
  }
}

export const studentList: ListReader<StudentValue> = {
  async check(ctx, rows) {
    const known = await readKnown(
      ctx,
      rows.map((row) => emailOf(row)),
    )
    const children = await readChildren(ctx, rows.map(phoneIn))
    const programsOf = await readProgramKeys(ctx)
    const enrolled = await readEnrolled(
      ctx,
      [...known.values(), ...children.values()].map(({ user_id }) => user_id),
    )
    const repeats = readRepeats(rows)
    const today = todayOf(ctx)
    return rows.map((row) => {
      const cells = filled(row, COLUMNS)
      const { data, errors } = readCells("students", Student, cells)
      for (const problem of [...guardianProblems(data), ...ageProblems(cells, today)])
        if (!errors.some(({ column }) => column === problem.column)) errors.push(problem)
      const named = listed(cells.courses ?? "")
        .filter(Boolean)
        .map((title) => ({ title, meant: programsOf(title) }))
      const child = children.get(childIn(row) ?? "")
      const found = emailOf(row) ? known.get(emailOf(row)) : child
      const line = repeats.get(row)
      if (line !== undefined) errors.push({ column: "email", problem: twice(line) })
      else if (found && !found.student) errors.push({ column: "email", problem: { code: "not-a-student" } })
      else if (!found && child && !child.mailed)
        errors.push({ column: "email", problem: { code: "here-without-email" } })
      const plan = planPlaces(
        named,
        data.paid_until,
        (id) => (found ? enrolled.get(`${found.user_id} ${id}`) : undefined),
        today,
      )
      errors.push(...plan.errors)
      const { courses: _, paid_until: __, ...person } = data
      const state = found && plan.places.length === 0 ? "same" : "new"
      const told = outcome<StudentValue>(row, labelOf(cells), errors, state, {
        student_id: found?.user_id ?? null,
        person: person as ImportedStudent,
        places: plan.places,
      })
      if (told.state === "error") return told
      const change = plan.again ? "again" : plan.places.some(({ id }) => id) ? "changed" : null
      return { ...told, ...(change && { change }), ...(plan.notes.length > 0 && { notes: plan.notes }) }
    })
  },
  async write(tx, values) {
    const fresh = values.filter((value) => value.student_id === null)
    const users = await insertStudents(
      tx,
      fresh.map(({ person }) => person),
    )
    const ids = new Map(fresh.map((value, index) => [value, users[index]]))
    const pairs = values.flatMap((value) => {
      const student_id = value.student_id ?? ids.get(value)
      const joined = value.places.filter(({ id }) => !id)
      return student_id ? joined.map(({ id: _, ...place }) => ({ ...place, student_id })) : []
    })
    const { made, changed } = await enrolStudents(tx, pairs)
    changed.push(...(await changeTerms(tx, values)))
    return { users, enrolments: made.map(({ id }) => id), ...(changed.length > 0 && { changed }) }
  },
}

/** Returns the rows that are about a student of an earlier one: the same e-mail, or the same child where one has none. */
function readRepeats(rows: readonly TypedRow[]): Map<TypedRow, number> {
  const unmailed = new Set(rows.filter((row) => !emailOf(row)).map(childIn))
  const byChild = repeated(rows, (row) => (unmailed.has(childIn(row)) ? childIn(row) : null))
  const byEmail = repeated(rows, (row) => emailOf(row) || null)
  return new Map([...byChild, ...byEmail])
}

/** Changes the enrolments that still may be: nobody can order anything for their students meanwhile. */
async function changeTerms(tx: SignedInCtx, values: readonly StudentValue[]) {
  const wanted = values.flatMap(({ places }) =>
    places.flatMap(({ id, course_id: _, ...term }) => (id ? { id, ...term } : [])),
  )
  if (wanted.length === 0) return []
  await holdAccounts(
    tx,
    values.flatMap(({ student_id, places }) => (student_id && places.some(({ id }) => id) ? student_id : [])),
  )
  const still = await tx.db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(
      and(
        inArray(
          enrollments.id,
          wanted.map(({ id }) => id),
        ),
        isChangeable,
      ),
    )
  const ids = new Set(still.map(({ id }) => id))
  return changeEnrolments(
    tx,
    wanted.filter(({ id }) => ids.has(id)),
  )
}

/**
 * Whether a list made an enrolment, or gave it its end, and nobody has ordered anything for it, paid or not. With the names
 * of its tables, which a query of one table would leave out.
 */
const isChangeable = sql<boolean>`(enrollments.id::text in (
    select jsonb_array_elements_text(made -> 'enrolments') from imports
    union all select jsonb_array_elements(made -> 'changed') ->> 'id' from imports)
  and not exists (select from orders where orders.student_id = enrollments.student_id
    and orders.course_id = enrollments.course_id))`

/** Returns by student and program the active enrolment, which may have ended. One query. */
async function readEnrolled(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  studentIds: string[],
): Promise<Map<string, Enrolled>> {
  if (studentIds.length === 0) return new Map()
  const { id, student_id, course_id, status, valid_until } = enrollments
  const rows = await ctx.db
    .select({ id, student_id, course_id, valid_until, runs: covers(todayOf(ctx)), changeable: isChangeable })
    .from(enrollments)
    .where(and(inArray(student_id, studentIds), eq(status, "active")))
  return new Map(rows.map((row) => [`${row.student_id} ${row.course_id}`, row]))
}
