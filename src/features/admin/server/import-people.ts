import { and, desc, eq, inArray, isNull, like, sql } from "drizzle-orm"
import { z } from "zod"
import type { CellProblem } from "#contract/admin/import-problems.ts"
import { giveGuardians, type ImportedPerson, insertInstructors } from "#features/accounts/server/imported.ts"
import { NO_MAIL, shownEmail } from "#features/accounts/server/no-mail.ts"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { parsePhone } from "#shared/phone.ts"
import { addProblem, type ListReader, outcome, readCells, repeated } from "./import-outcome.ts"
import type { TypedRow } from "./import-text.ts"

const name = z.string().min(1).max(60)
export const email = z.string().toLowerCase().pipe(z.email().max(120))
export const phone = z.string().transform((typed, check) => {
  const number = typed === "" ? null : parsePhone(typed)
  if (typed !== "" && !number) addProblem(check, { code: "not-a-phone" })
  return number
})
export const optional = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text || null)

export const Person = z.object({
  email,
  first_name: name,
  last_name: name,
  phone,
})

/** Returns a cell for each column, empty for missing ones. */
export function filled(row: TypedRow, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, row.cells[column] ?? ""]))
}

export const labelOf = ({
  first_name = "",
  last_name = "",
  email = "",
  parent_phone = "",
}: Record<string, string>) =>
  [`${first_name} ${last_name}`.trim(), email || parent_phone].filter(Boolean).join(", ")

type Known = {
  user_id: string
  student: boolean
  teacher: boolean
  phone: string | null
  parent_phone: string | null
}

/** Returns the accounts with these e-mail addresses. One query. */
export async function readKnown(ctx: Pick<Ctx, "db">, emails: string[]): Promise<Map<string, Known>> {
  const asked = [...new Set(emails)].filter(Boolean)
  if (asked.length === 0) return new Map()
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
    .where(inArray(user.email, asked))
  return new Map(rows.map((row) => [row.email, row]))
}

/** What tells a student without an e-mail apart: the full name and the guardian's number; null without one of them. */
export function childKey(name: string, parent_phone: string | null): string | null {
  const written = name.normalize("NFC").trim().toLowerCase().replace(/\s+/g, " ")
  return written && parent_phone ? `${written} ${parent_phone}` : null
}

/**
 * Returns the students with these guardians' numbers by `childKey`, whether each has an e-mail, and whether it is sure that
 * the number is theirs: anybody can sign up with another's. One query.
 */
export async function readChildren(
  ctx: Pick<Ctx, "db">,
  phones: readonly (string | null)[],
): Promise<Map<string, Known & { mailed: boolean; sure: boolean }>> {
  const asked = [...new Set(phones)].filter((number) => number !== null)
  if (asked.length === 0) return new Map()
  const { user_id, first_name, last_name, phone, parent_phone } = students
  const isSure = sql<boolean>`(${students.parent_phone_confirmed_at} is not null or ${like(user.email, `%${NO_MAIL}`)})`
  const rows = await ctx.db
    .select({ user_id, first_name, last_name, email: user.email, phone, parent_phone, sure: isSure })
    .from(students)
    .innerJoin(user, eq(user.id, user_id))
    .where(and(inArray(parent_phone, asked), isNull(user.eraseAt), isNull(user.erasedAt)))
    // Of two with the same name and number the one whose number it surely is, then the one who came first.
    .orderBy(isSure, desc(user_id))
  return new Map(
    rows.map(({ first_name, last_name, email, ...row }) => [
      childKey(`${first_name} ${last_name}`, row.parent_phone) ?? row.user_id,
      { ...row, student: true, teacher: false, mailed: shownEmail(email) !== "" },
    ]),
  )
}

export const emailOf = (row: TypedRow, column = "email") => (row.cells[column] ?? "").toLowerCase()
export const twice = (line: number): CellProblem => ({ code: "repeated", line })

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

const Guardian = z.object({
  student_email: z.preprocess((typed) => typed || null, email.nullable()),
  student_name: z.string().max(121),
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
    const childOf = (row: TypedRow) =>
      of(row) ? null : childKey(row.cells.student_name ?? "", parsePhone(row.cells.parent_phone ?? ""))
    const children = await readChildren(
      ctx,
      rows.map((row) => (of(row) ? null : parsePhone(row.cells.parent_phone ?? ""))),
    )
    const again = repeated(rows, (row) => of(row) || childOf(row))
    return rows.map((row) => {
      const cells = filled(row, ["student_email", "student_name", "parent_name", "parent_phone"])
      const { data, errors } = readCells("guardians", Guardian, cells)
      const { parent_name = "", parent_phone = "" } = data
      const found = known.get(of(row)) ?? children.get(childOf(row) ?? "")
      const line = again.get(row)
      const label = [cells.parent_name, cells.student_email || cells.student_name].filter(Boolean).join(" · ")
      const say = (column: string, problem: CellProblem) => errors.push({ column, problem })
      if (line !== undefined) say("student_email", twice(line))
      else if (!cells.student_email && !cells.student_name) say("student_email", { code: "missing" })
      else if (!found?.student)
        say(cells.student_email ? "student_email" : "student_name", { code: "unknown-student" })
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
