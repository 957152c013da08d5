import { and, eq, inArray, isNull, not, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { isMinor, minorStudent } from "./age.ts"
import { account, session, students, teachers, user } from "./table.ts"

export type ImportedPerson = { email: string; first_name: string; last_name: string; phone: string | null }
export type ImportedStudent = ImportedPerson & {
  grade: string | null
  curriculum: string | null
  /** Asked of the student at the first sign-in where the list has none. */
  date_of_birth: string | null
  parent_name: string | null
  parent_phone: string | null
}

async function insertUsers<T extends ImportedPerson>(tx: Pick<Ctx, "db" | "clock">, people: readonly T[]) {
  const now = tx.clock.now()
  const made = people.map((person) => ({ ...person, user_id: newId(), created_at: now }))
  await tx.db.insert(user).values(
    made.map(({ user_id, email, first_name, last_name }) => ({
      id: user_id,
      name: `${first_name} ${last_name}`,
      email,
      profileByOffice: true,
      createdAt: now,
      updatedAt: now,
    })),
  )
  return made
}

/**
 * Writes students without a password, in the caller's transaction: an invitation sets it. Answers their ids in order.
 * A guardian's number is confirmed as any other, by its owner or by a paper.
 */
export async function insertStudents(
  tx: Pick<Ctx, "db" | "clock" | "env">,
  people: readonly ImportedStudent[],
): Promise<string[]> {
  if (people.length === 0) return []
  const made = await insertUsers(tx, people)
  const dated = made.map((row) => ({
    ...row,
    under_18: isMinor(tx, { date_of_birth: row.date_of_birth, under_18: false, minor_until: null }),
  }))
  await tx.db.insert(students).values(dated)
  return made.map((row) => row.user_id)
}

/** Writes instructors who may teach and have no password yet, in the caller's transaction. Answers their ids. */
export async function insertInstructors(
  tx: Pick<Ctx, "db" | "clock">,
  people: readonly ImportedPerson[],
): Promise<string[]> {
  if (people.length === 0) return []
  const made = await insertUsers(tx, people)
  const approved_at = tx.clock.now()
  await tx.db.insert(teachers).values(made.map((row) => ({ ...row, approved_at })))
  return made.map((row) => row.user_id)
}

/** Gives students who name nobody the contact of a guardian. Answers whom it was written to. */
export async function giveGuardians(
  tx: Pick<Ctx, "db">,
  rows: readonly { student_id: string; parent_name: string; parent_phone: string }[],
): Promise<string[]> {
  const given: string[] = []
  for (const { student_id, parent_name, parent_phone } of rows) {
    const [row] = await tx.db
      .update(students)
      .set({ parent_name, parent_phone, parent_phone_confirmed_at: null })
      .where(and(eq(students.user_id, student_id), isNull(students.parent_phone)))
      .returning({ id: students.user_id })
    if (row) given.push(row.id)
  }
  return given
}

/** Takes guardians' contacts away again from those whose number nobody confirmed. Answers how many. */
export async function takeGuardians(
  tx: Pick<Ctx, "db" | "clock" | "env">,
  studentIds: readonly string[],
): Promise<number> {
  if (studentIds.length === 0) return 0
  const taken = await tx.db
    .update(students)
    .set({ parent_name: null, parent_phone: null, under_18: false })
    .where(
      and(
        inArray(students.user_id, [...studentIds]),
        isNull(students.parent_phone_confirmed_at),
        not(minorStudent(tx)),
      ),
    )
    .returning({ id: students.user_id })
  return taken.length
}

/** How many of these people have come in already: they hold a password, another way in, or a session. */
export async function countJoined(tx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0
  const ids = [...userIds]
  const accounts = tx.db.select({ id: account.userId }).from(account).where(inArray(account.userId, ids))
  const sessions = tx.db.select({ id: session.userId }).from(session).where(inArray(session.userId, ids))
  const [row] = await tx.db
    .select({ joined: sql<number>`count(*)` })
    .from(accounts.union(sessions).as("joined"))
  return row?.joined ?? 0
}

/** Removes accounts on which nothing hangs, in the caller's transaction. */
export async function removeAccounts(tx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.db.delete(user).where(inArray(user.id, [...userIds]))
}
