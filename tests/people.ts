import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import type { ConsentPurpose } from "#contract/guardians/consents.ts"
import { ensureGuardian } from "#features/accounts/server/guardian-profiles.ts"
import { createAccount, createAdmin as writeAdmin } from "#features/accounts/server/service.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { officeStaff, students, teachers } from "#features/accounts/server/table.ts"
import { answerForChild } from "#features/guardians/server/children.ts"
import { confirmGuardian } from "#features/guardians/server/known-guardians.ts"
import { consents, guardianOf } from "#features/guardians/server/table.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"

const PASSWORD = "correct horse battery"

function person(first_name: string, last_name: string) {
  return { email: `${randomUUID()}@example.com`, password: PASSWORD, first_name, last_name }
}

type StudentColumns = Partial<typeof students.$inferInsert>

/** Returns a date of birth that makes a person this many years and a half old by the clock's today. */
export function bornYearsAgo(ctx: Pick<Ctx, "clock">, years: number): string {
  const date = new Date(ctx.clock.now().getTime() - 183 * DAY)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.toISOString().slice(0, 10)
}

/**
 * Writes a student; `columns` override the profile's, such as parent_phone. The date of birth matches
 * `under_18`.
 */
export async function createStudent(ctx: Ctx, columns: StudentColumns = {}): Promise<SignedIn> {
  const credentials = person(columns.first_name ?? "Asha", columns.last_name ?? "Rao")
  const userId = await createAccount(fast(ctx), credentials, async (tx, profile) => {
    const date_of_birth = bornYearsAgo(ctx, columns.under_18 ? 12 : 25)
    await tx.db.insert(students).values({ ...profile, date_of_birth, ...columns })
  })
  return read(ctx, userId)
}

/** Writes an approved instructor; `columns` override the profile's. */
export async function createInstructor(
  ctx: Ctx,
  columns: Partial<typeof teachers.$inferInsert> = {},
): Promise<SignedIn> {
  const credentials = person(columns.first_name ?? "Meera", columns.last_name ?? "Iyer")
  const userId = await createAccount(fast(ctx), credentials, async (tx, profile) => {
    await tx.db.insert(teachers).values({ ...profile, approved_at: ctx.clock.now(), ...columns })
  })
  return read(ctx, userId)
}

/** Writes an admin. */
export async function createAdmin(ctx: Ctx): Promise<SignedIn> {
  return read(ctx, await writeAdmin(fast(ctx), person("Noor", "Khan")))
}

/** Writes somebody of the office. */
export async function createOffice(ctx: Ctx): Promise<SignedIn> {
  const userId = await createAccount(fast(ctx), person("Farah", "Sheikh"), async (tx, profile) => {
    await tx.db.insert(officeStaff).values(profile)
  })
  return read(ctx, userId)
}

/** Writes the guardian of a student with a parent_phone, who confirmed them by a code. */
export async function createGuardian(ctx: Ctx, child: SignedIn): Promise<SignedIn> {
  const [student] = await ctx.db.select().from(students).where(eq(students.user_id, child.user_id))
  if (!student?.parent_phone) throw new Error("the child names nobody")
  const guardian = await read(ctx, await ensureGuardian(ctx, student.parent_phone, student.parent_name))
  await answerForChild({ ...ctx, viewer: guardian }, { student_id: child.user_id, mine: true })
  return guardian
}

/** Makes the guardian of a student one whom staff have confirmed. Returns the guardian's id. */
export async function makeGuardianKnown(ctx: Ctx, child: SignedIn): Promise<string> {
  const { user_id } = child
  const proof = { user_id, known_how: "in_person", known_seen: "met_before" } as const
  await confirmGuardian({ ...ctx, viewer: { ...child, user_id: newId(), role: "admin" } }, proof)
  const [row] = await ctx.db
    .select({ id: guardianOf.guardian_id })
    .from(guardianOf)
    .where(eq(guardianOf.student_id, user_id))
  return row?.id ?? ""
}

/** Writes a consent in force: of a guardian whom staff have confirmed, or of an adult for themself. */
export async function giveConsent(ctx: Ctx, student: SignedIn, purpose: ConsentPurpose): Promise<void> {
  const [row] = await ctx.db.select().from(students).where(eq(students.user_id, student.user_id))
  const minor = row?.under_18 ?? false
  await ctx.db.insert(consents).values({
    id: newId(),
    student_id: student.user_id,
    purpose,
    given_by: minor ? await makeGuardianKnown(ctx, student) : student.user_id,
    how: minor ? "guardian" : "self",
    given_at: ctx.clock.now(),
    notice_version: 1,
    notice_language: "en",
  })
}

// Hashing costs a tenth of a second a person, which tests with two hundred of them can't spend.
function fast(ctx: Ctx): Ctx {
  return {
    ...ctx,
    sessions: { ...ctx.sessions, hashPassword: async (password) => `unused:${password.length}` },
  }
}

async function read(ctx: Ctx, userId: string): Promise<SignedIn> {
  const found = await readPerson(ctx.db, userId)
  if (!found) throw new Error("a person just written is not there")
  return found
}
