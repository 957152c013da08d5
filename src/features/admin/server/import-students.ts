import { and, asc, inArray, sql } from "drizzle-orm"
import { z } from "zod"
import type { PreviewNote } from "#contract/admin/admin-import.ts"
import type { CellProblem } from "#contract/admin/import-problems.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { holdAccounts, type ImportedStudent, insertStudents } from "#features/accounts/server/imported.ts"
import { isClassDate } from "#features/classes/rules.ts"
import { type NamedBatch, readBatches } from "#features/classes/server/imported.ts"
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
  batch: z.string().transform((cell) => listed(cell).map((part) => part || null)),
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
type Place = { course_id: string; id?: string; valid_until?: string; batch_id?: string }

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
  /** Whether the office or a refund ended it, and there is no other. */
  cancelled: boolean
  /** Whether its batch or term was set anew since it was made. */
  moved: boolean
  valid_until: string | null
  batch_id: string | null
  /** Whether a list made it and nobody has ordered anything for it, so that a list may change it. */
  changeable: boolean
}

type Planned = { place?: Place; again?: boolean; notes: PreviewNote[] }

/** What a row says about one program. `until` is null where it names no last paid day. */
type Asked = {
  program: NamedProgram
  until: string | null
  batch: NamedBatch | null
  /** Whether the program has several batches to come. */
  several: boolean
}

/** Returns what a row does about one program. */
function planPlace(asked: Asked, has: Enrolled | undefined, today: string): Planned {
  const isOver = asked.until !== null && asked.until < today
  const ended: PreviewNote[] = isOver ? ["ended"] : []
  if (has && !has.cancelled && (has.runs || isOver)) {
    const { place, notes } = planChange(asked, has)
    return place ? { place, notes: [...notes, ...ended] } : { notes }
  }
  const { program, until, batch } = asked
  const notes: PreviewNote[] = [
    ...(has?.cancelled ? ["ended-here" as const] : []),
    ...openNotes(asked, { valid_until: until, batch_id: batch?.id ?? null }),
    ...ended,
  ]
  return {
    place: {
      course_id: program.id,
      ...(until !== null && { valid_until: until }),
      ...(batch && { batch_id: batch.id }),
    },
    again: has !== undefined,
    notes,
  }
}

/** Returns what is to be said of a place without an end or a batch. */
function openNotes(
  { program, several }: Asked,
  { valid_until, batch_id }: Pick<Enrolled, "valid_until" | "batch_id">,
): PreviewNote[] {
  return [
    ...(program.monthly_fee_paise !== null && valid_until === null ? ["without-end" as const] : []),
    ...(several && batch_id === null ? ["all-batches" as const] : []),
  ]
}

/** Returns what a row changes of an enrolment: its end, and its batch where it had none. The office may have moved others. */
function planChange(asked: Asked, has: Enrolled): Planned {
  const { program, until, batch } = asked
  const isOtherEnd = until !== null && until !== has.valid_until
  const isOtherBatch = batch !== null && batch.id !== has.batch_id
  // None after a move is all classes, by the office's choice.
  const isPlaced = isOtherBatch && has.changeable && has.batch_id === null && !has.moved
  const notes: PreviewNote[] = [
    ...(isOtherEnd && !has.changeable ? ["kept-end" as const] : []),
    ...(isOtherBatch && !isPlaced ? ["kept-batch" as const] : []),
  ]
  const term = {
    ...(isOtherEnd && has.changeable && { valid_until: until }),
    ...(isPlaced && { batch_id: batch.id }),
  }
  if (has.changeable) notes.push(...openNotes(asked, { ...has, ...term }))
  if (Object.keys(term).length === 0) return { notes }
  return { place: { course_id: program.id, id: has.id, ...term }, notes }
}

/** Finds a program's batch by what a cell calls it: by a name that a list gave, or by days and time, if these are one's only. */
function findBatch(batches: readonly NamedBatch[], called: string): NamedBatch | null {
  const alike = batches.filter(({ name }) => name.toLowerCase() === called.toLowerCase())
  const named = alike.find((one) => one.named)
  return named ?? (alike.length === 1 ? (alike[0] ?? null) : null)
}

/** Returns what a cell says of each of so many programs: the same of all, or one for each; null if it says neither. */
function forEach<T>(values: readonly T[], programs: number): T[] | null {
  const [only] = values
  if (values.length === 1) return Array.from({ length: programs }, () => only as T)
  return values.length === programs ? [...values] : null
}

type Named = { title: string; meant: readonly NamedProgram[] }

/** Returns what a row does about its programs, and which of its cells are wrong. */
function planPlaces(
  named: readonly Named[],
  { paid_until, batch }: Partial<Pick<z.output<typeof Student>, "paid_until" | "batch">>,
  {
    standingIn,
    batchesOf,
    today,
  }: {
    standingIn(courseId: string): Enrolled | undefined
    batchesOf(courseId: string): readonly NamedBatch[]
    today: string
  },
): { places: Place[]; again: boolean; notes: PreviewNote[]; errors: Problem[] } {
  const errors: Problem[] = []
  const say = (column: string, problem: CellProblem) => errors.push({ column, problem })
  for (const problem of programProblems(named)) say("courses", problem)
  const forPrograms = <T>(column: string, values: readonly (T | null)[] = [null]) => {
    const each = forEach(values, named.length)
    if (named.length === 0 && values.some(Boolean)) say(column, { code: "program-missing" })
    else if (!each) say(column, { code: "one-per-program" })
    return each
  }
  const untils = forPrograms("paid_until", paid_until)
  const called = forPrograms("batch", batch)
  const planned = new Map<string, Planned>()
  const unpaid: string[] = []
  for (const [at, { meant }] of named.entries()) {
    const [program] = meant
    if (!program || planned.has(program.id)) continue
    const batches = batchesOf(program.id)
    const coming = batches.filter((one) => one.coming)
    const cell = called?.[at] ?? null
    const found = cell === null ? null : findBatch(batches, cell)
    const asked = { program, until: untils?.[at] ?? null, batch: found, several: coming.length > 1 }
    const plan = planPlace(asked, standingIn(program.id), today)
    planned.set(program.id, plan)
    if (cell !== null && (!found || (plan.place?.batch_id && !found.coming))) {
      const { title } = program
      say("batch", { code: "unknown-batch", title, batch: cell, batches: coming.map(({ name }) => name) })
    }
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
    const namedIn = (row: TypedRow) =>
      listed(row.cells.courses ?? "")
        .filter(Boolean)
        .map((title) => ({ title, meant: programsOf(title) }))
    const named = new Map(rows.map((row) => [row, namedIn(row)]))
    const meant = [...named.values()].flatMap((programs) => programs.flatMap((one) => one.meant))
    const batches = Map.groupBy(
      await readBatches(
        ctx,
        meant.map(({ id }) => id),
      ),
      ({ course_id }) => course_id,
    )
    const today = todayOf(ctx)
    return rows.map((row) => {
      const cells = filled(row, COLUMNS)
      const { data, errors } = readCells("students", Student, cells)
      for (const problem of [...guardianProblems(data), ...ageProblems(cells, today)])
        if (!errors.some(({ column }) => column === problem.column)) errors.push(problem)
      const child = children.get(childIn(row) ?? "")
      const found = emailOf(row) ? known.get(emailOf(row)) : child?.sure ? child : undefined
      const line = repeats.get(row)
      if (line !== undefined) errors.push({ column: "email", problem: twice(line) })
      else if (found && !found.student) errors.push({ column: "email", problem: { code: "not-a-student" } })
      else if (!found && child && !child.mailed)
        errors.push({ column: "email", problem: { code: "here-without-email" } })
      else if (!emailOf(row) && child && !child.sure)
        errors.push({ column: "email", problem: { code: "here-with-email" } })
      const plan = planPlaces(named.get(row) ?? [], data, {
        standingIn: (id) => (found ? enrolled.get(`${found.user_id} ${id}`) : undefined),
        batchesOf: (id) => batches.get(id) ?? [],
        today,
      })
      errors.push(...plan.errors)
      const { courses: _, paid_until: __, batch: ___, ...person } = data
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

/** Returns by student and program the active enrolment, which may have ended, or else a cancelled one. One query. */
async function readEnrolled(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  studentIds: string[],
): Promise<Map<string, Enrolled>> {
  if (studentIds.length === 0) return new Map()
  const { id, student_id, course_id, status, valid_until, batch_id, changed_at } = enrollments
  const rows = await ctx.db
    .select({
      id,
      student_id,
      course_id,
      valid_until,
      batch_id,
      runs: covers(todayOf(ctx)),
      cancelled: sql<boolean>`${status} <> 'active'`,
      moved: sql<boolean>`${changed_at} is not null`,
      changeable: isChangeable,
    })
    .from(enrollments)
    .where(and(inArray(student_id, studentIds), inArray(status, ["active", "cancelled"])))
    // Of several the last one counts.
    .orderBy(sql`${status} = 'active'`, asc(id))
  return new Map(rows.map((row) => [`${row.student_id} ${row.course_id}`, row]))
}
