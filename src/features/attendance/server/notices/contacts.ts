import { inArray } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import { listTold, listUntold } from "#features/guardians/server/links.ts"
import type { Ctx } from "#platform/context.ts"
import type { Sheet } from "../sheet.ts"

/** Somebody to whom notices about a student go. */
export type Contact = { phone: string | null; name: string | null; confirmed: boolean }
export type Contacts = ReadonlyMap<string, readonly Contact[]>

/**
 * Returns whom to tell about each student: the parent contact that is stored with the student, unless its owner
 * isn't told any more, and then the other guardians who are told. A number is in each student's list once.
 */
export async function readContacts(tx: Ctx, sheet: Sheet): Promise<Contacts> {
  const ids = sheet.rows.map(({ student }) => student.student_id)
  const untold = await listUntold(tx, ids)
  const told = Map.groupBy(await listTold(tx, ids), ({ student_id }) => student_id)
  // A number confirmed for one child is confirmed for its siblings too.
  const confirmed = new Set(
    sheet.rows.filter((row) => row.student.parent_phone_confirmed_at).map((row) => row.student.parent_phone),
  )
  return new Map(
    sheet.rows.map(({ student }) => {
      const { student_id, parent_phone, parent_name } = student
      const phone = untold.has(student_id) ? null : (parent_phone?.trim() ?? null)
      const own = { phone, name: parent_name, confirmed: confirmed.has(parent_phone) }
      const linked = (told.get(student_id) ?? [])
        .filter((one) => one.phone !== null && one.phone !== phone)
        .map((one) => ({
          ...{ phone: one.phone, name: `${one.first_name} ${one.last_name}`.trim(), confirmed: true },
        }))
      // Without any number the decision says so.
      return [student_id, phone || linked.length === 0 ? [own, ...linked] : linked]
    }),
  )
}

/** Whether notices about a student go to a number: a guardian may have been removed, or a wrong number changed. */
export function isContact(
  contacts: Contacts,
  { student_id }: { student_id: string },
  phone: string,
): boolean {
  return contacts.get(student_id)?.some((one) => one.phone === phone) ?? false
}

/** Returns the numbers that notices about these students go to today, by student. */
export async function listPhones(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  studentIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (studentIds.length === 0) return new Map()
  const named = await ctx.db
    .select({ student_id: students.user_id, phone: students.parent_phone })
    .from(students)
    .where(inArray(students.user_id, [...studentIds]))
  const untold = await listUntold(ctx, studentIds)
  const told = Map.groupBy(await listTold(ctx, studentIds), ({ student_id }) => student_id)
  return new Map(
    named.map(({ student_id, phone }) => {
      const own = untold.has(student_id) ? null : phone?.trim()
      const phones = [own, ...(told.get(student_id) ?? []).map((one) => one.phone)]
      return [student_id, new Set(phones.filter((one) => one != null))]
    }),
  )
}
