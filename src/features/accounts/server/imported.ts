import { and, asc, eq, inArray, isNull, not, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { isMinor, minorStudent } from "./age.ts"
import { NO_MAIL } from "./no-mail.ts"
import { hasJoined } from "./people/joined.ts"
import { students, teachers, user } from "./table.ts"

export type ImportedPerson = { email: string; first_name: string; last_name: string; phone: string | null }
export type ImportedStudent = Omit<ImportedPerson, "email"> & {
  /** Null for a child without one, whom a guardian signs in for. */
  email: string | null
  grade: string | null
  curriculum: string | null
  /** Null where the list has none: the student is asked at the first sign-in. */
  date_of_birth: string | null
  parent_name: string | null
  parent_phone: string | null
}

async function insertUsers<T extends ImportedPerson | ImportedStudent>(
  tx: Pick<Ctx, "db" | "clock">,
  people: readonly T[],
) {
  const now = tx.clock.now()
  const made = people.map((person) => {
    const user_id = newId()
    return { ...person, email: person.email ?? `${user_id}${NO_MAIL}`, user_id, created_at: now }
  })
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
 * Creates students without a password, which they set by an invitation, in the caller's transaction. Returns
 * their ids in order. A guardian's number still has to be confirmed by its owner or by a paper.
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

/**
 * Creates instructors who may teach and have no password yet, in the caller's transaction. Returns their ids.
 */
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

/** Adds a guardian's contact to students who have none, unless the number is their own. Returns the ids of the students it was added to. */
export async function giveGuardians(
  tx: Pick<Ctx, "db">,
  rows: readonly { student_id: string; parent_name: string; parent_phone: string }[],
): Promise<string[]> {
  const given: string[] = []
  for (const { student_id, parent_name, parent_phone } of rows) {
    const [row] = await tx.db
      .update(students)
      .set({ parent_name, parent_phone, parent_phone_confirmed_at: null })
      .where(
        and(
          eq(students.user_id, student_id),
          isNull(students.parent_phone),
          sql`${students.phone} is distinct from ${parent_phone}`,
        ),
      )
      .returning({ id: students.user_id })
    if (row) given.push(row.id)
  }
  return given
}

/**
 * A condition for the students whose guardian's contact can be removed: the number is unconfirmed, and the
 * student is not a minor.
 */
export function takableGuardians(tx: Pick<Ctx, "db" | "clock" | "env">, studentIds: readonly string[]) {
  return and(
    inArray(students.user_id, [...studentIds]),
    isNull(students.parent_phone_confirmed_at),
    not(minorStudent(tx)),
  )
}

/**
 * Removes the guardian's contact of those students where it can be removed. Returns the ids of these
 * students.
 */
export async function takeGuardians(
  tx: Pick<Ctx, "db" | "clock" | "env">,
  studentIds: readonly string[],
): Promise<string[]> {
  if (studentIds.length === 0) return []
  const taken = await tx.db
    .update(students)
    .set({ parent_name: null, parent_phone: null, under_18: false })
    .where(takableGuardians(tx, studentIds))
    .returning({ id: students.user_id })
  return taken.map(({ id }) => id)
}

/** Returns which of these people have joined. */
export async function listJoined(tx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const joined = await tx.db
    .select({ id: user.id })
    .from(user)
    .where(and(inArray(user.id, [...userIds]), hasJoined(tx)))
  return joined.map(({ id }) => id)
}

/**
 * Locks these accounts until the caller's transaction ends, so that nobody signs in to them for the first
 * time meanwhile, and nobody gets or buys anything for the students among them.
 */
export async function holdAccounts(tx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await tx.db
    .select({ id: user.id })
    .from(user)
    .where(inArray(user.id, [...userIds]))
    .orderBy(asc(user.id))
    .for("update")
  await tx.db
    .select({ id: students.user_id })
    .from(students)
    .where(inArray(students.user_id, [...userIds]))
    .orderBy(asc(students.user_id))
    .for("update")
}

/** Deletes accounts that no records refer to, in the caller's transaction. */
export async function removeAccounts(tx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.db.delete(user).where(inArray(user.id, [...userIds]))
}
