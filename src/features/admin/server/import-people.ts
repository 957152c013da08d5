import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import type { CellProblem } from "#contract/admin/import-problems.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import {
  giveGuardians,
  type ImportedPerson,
  type ImportedStudent,
  insertInstructors,
  insertStudents,
} from "#features/accounts/server/imported.ts"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { enrolStudents, readProgramKeys } from "#features/programs/server/imported.ts"
import { covers, enrollments } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { type BirthDateProblem, birthDateProblem, isUnder18, readTypedDate } from "#shared/age.ts"
import { parsePhone } from "#shared/phone.ts"
import { dateInZone } from "#shared/time.ts"
import {
  addProblem,
  type ListReader,
  outcome,
  programProblems,
  readCells,
  repeated,
} from "./import-outcome.ts"
import type { TypedRow } from "./import-text.ts"

const name = z.string().min(1).max(60)
const email = z.string().toLowerCase().pipe(z.email().max(120))
const phone = z.string().transform((typed, check) => {
  const number = typed === "" ? null : parsePhone(typed)
  if (typed !== "" && !number) addProblem(check, { code: "not-a-phone" })
  return number
})
const optional = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text || null)

const Person = z.object({
  email,
  first_name: name,
  last_name: name,
  phone,
})

const birthDate = z.string().transform((typed, check) => {
  const date = typed === "" ? null : readTypedDate(typed)
  if (typed !== "" && !date) addProblem(check, { code: "not-a-date" })
  return date
})

const Student = Person.extend({
  grade: optional(20),
  curriculum: optional(40),
  date_of_birth: birthDate,
  parent_name: optional(120),
  parent_phone: phone,
  courses: z.string(),
})

type Problem = { column: string; problem: CellProblem }

/** Returns the errors in a student's guardian, as far as the cells could be read. */
function guardianProblems({
  phone,
  parent_name,
  parent_phone,
}: Partial<z.output<typeof Student>>): Problem[] {
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

/** Returns a cell for each column, empty for missing ones. */
function filled(row: TypedRow, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, row.cells[column] ?? ""]))
}

const labelOf = ({ first_name = "", last_name = "", email = "" }: Record<string, string>) =>
  [`${first_name} ${last_name}`.trim(), email].filter(Boolean).join(", ")

type Known = {
  user_id: string
  student: boolean
  teacher: boolean
  phone: string | null
  parent_phone: string | null
}

/** Returns the accounts with these e-mail addresses. One query. */
async function readKnown(ctx: Pick<Ctx, "db">, emails: string[]): Promise<Map<string, Known>> {
  if (emails.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      email: user.email,
      user_id: user.id,
      student: sql<boolean>`${students.user_id} is not null`,
      teacher: sql<boolean>`${teachers.user_id} is not null and ${isNull(teachers.ended_at)}`,
      phone: students.phone,
      parent_phone: students.parent_phone,
    })
    .from(user)
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(teachers, eq(teachers.user_id, user.id))
    .where(inArray(user.email, [...new Set(emails)]))
  return new Map(rows.map((row) => [row.email, row]))
}

const emailOf = (row: TypedRow, column = "email") => (row.cells[column] ?? "").toLowerCase()
const twice = (line: number): CellProblem => ({ code: "repeated", line })

export const instructorList: ListReader<ImportedPerson> = {
  async check(ctx, rows) {
    const known = await readKnown(
      ctx,
      rows.map((row) => emailOf(row)),
    )
    const again = repeated(rows, emailOf)
    return rows.map((row) => {
      const cells = filled(row, ["email", "first_name", "last_name", "phone"])
      const { data, errors } = readCells("instructors", Person, cells)
      const found = known.get(emailOf(row))
      const line = again.get(row)
      if (line !== undefined) errors.push({ column: "email", problem: twice(line) })
      else if (found && !found.teacher)
        errors.push({ column: "email", problem: { code: "not-an-instructor" } })
      return outcome(row, labelOf(cells), errors, found ? "same" : "new", data as ImportedPerson)
    })
  },
  async write(tx, values) {
    return { users: await insertInstructors(tx, values) }
  },
}

/** `student_id` is set for an existing student who only joins more courses. */
type StudentValue = { student_id: string | null; person: ImportedStudent; courses: string[] }

const STUDENT_COLUMNS = Object.keys(Student.shape)

export const studentList: ListReader<StudentValue> = {
  async check(ctx, rows) {
    const known = await readKnown(
      ctx,
      rows.map((row) => emailOf(row)),
    )
    const programsOf = await readProgramKeys(ctx)
    const enrolled = await readEnrolled(
      ctx,
      [...known.values()].map(({ user_id }) => user_id),
    )
    const repeats = repeated(rows, emailOf)
    const today = dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE)
    return rows.map((row) => {
      const cells = filled(row, STUDENT_COLUMNS)
      const { data, errors } = readCells("students", Student, cells)
      for (const problem of [...guardianProblems(data), ...ageProblems(cells, today)])
        if (!errors.some(({ column }) => column === problem.column)) errors.push(problem)
      const wanted = (cells.courses ?? "")
        .split(";")
        .map((text) => text.trim())
        .filter(Boolean)
        .map((title) => ({ title, meant: programsOf(title) }))
      for (const problem of programProblems(wanted)) errors.push({ column: "courses", problem })
      const found = known.get(emailOf(row))
      const line = repeats.get(row)
      if (line !== undefined) errors.push({ column: "email", problem: twice(line) })
      else if (found && !found.student) errors.push({ column: "email", problem: { code: "not-a-student" } })
      const standingIn = (id: string) => found && enrolled.get(`${found.user_id} ${id}`)
      const courses = wanted
        .flatMap(({ meant }) => meant.map(({ id }) => id))
        .filter((id) => standingIn(id) !== "running")
      const state = found && courses.length === 0 ? "same" : "new"
      const again = courses.some((id) => standingIn(id) === "ended")
      const { courses: _, ...person } = data
      const told = outcome<StudentValue>(row, labelOf(cells), errors, state, {
        student_id: found?.user_id ?? null,
        person: person as ImportedStudent,
        courses: [...new Set(courses)],
      })
      return { ...told, ...(again && told.state === "new" && { again }) }
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
      return student_id ? value.courses.map((course_id) => ({ course_id, student_id })) : []
    })
    const { made, reopened } = await enrolStudents(tx, pairs)
    return { users, enrolments: made.map(({ id }) => id), ...(reopened.length > 0 && { reopened }) }
  },
}

/** Returns by student and program whether an enrolment runs, or was a membership that ended. One query. */
async function readEnrolled(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  studentIds: string[],
): Promise<Map<string, "running" | "ended">> {
  if (studentIds.length === 0) return new Map()
  const { student_id, course_id, status } = enrollments
  const rows = await ctx.db
    .select({ student_id, course_id, runs: covers(todayOf(ctx)) })
    .from(enrollments)
    .where(and(inArray(student_id, studentIds), eq(status, "active")))
  return new Map(rows.map((row) => [`${row.student_id} ${row.course_id}`, row.runs ? "running" : "ended"]))
}

const Guardian = z.object({
  student_email: email,
  parent_name: z.string().min(1).max(120),
  parent_phone: z
    .string()
    .min(1)
    .transform((typed, check) => {
      const number = parsePhone(typed)
      if (typed !== "" && !number) addProblem(check, { code: "not-a-phone" })
      return number ?? ""
    }),
})

type Contact = { student_id: string; parent_name: string; parent_phone: string }

export const guardianList: ListReader<Contact> = {
  async check(ctx, rows) {
    const of = (row: TypedRow) => emailOf(row, "student_email")
    const known = await readKnown(ctx, rows.map(of))
    const again = repeated(rows, of)
    return rows.map((row) => {
      const cells = filled(row, ["student_email", "parent_name", "parent_phone"])
      const { data, errors } = readCells("guardians", Guardian, cells)
      const { parent_name = "", parent_phone = "" } = data
      const found = known.get(of(row))
      const line = again.get(row)
      const label = [cells.parent_name, cells.student_email].filter(Boolean).join(" · ")
      const say = (column: string, problem: CellProblem) => errors.push({ column, problem })
      if (line !== undefined) say("student_email", twice(line))
      else if (!found?.student) say("student_email", { code: "unknown-student" })
      const same = parent_phone !== "" && found?.parent_phone === parent_phone
      if (found?.parent_phone && parent_phone !== "" && !same) say("parent_phone", { code: "other-guardian" })
      else if (parent_phone !== "" && !same && found?.phone === parent_phone)
        say("parent_phone", { code: "own-number" })
      if (!found) return outcome(row, label, errors, "new")
      return outcome(row, label, errors, same ? "same" : "new", {
        student_id: found.user_id,
        parent_name,
        parent_phone,
      })
    })
  },
  async write(tx, values) {
    return { contacts: await giveGuardians(tx, values) }
  },
}
