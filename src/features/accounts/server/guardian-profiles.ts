import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { proveEmail } from "./mail/email-proof.ts"
import { NO_MAIL } from "./no-mail.ts"
import { admins, guardians, officeStaff, students, teachers, user } from "./table.ts"

type Student = typeof students.$inferSelect

/**
 * Returns the id of the guardian with this number, and creates the account if there is none, in the caller's
 * transaction. Concurrent calls return the same id. `name` is the one the child gave, `language` the one for messages.
 */
export async function ensureGuardian(
  tx: Ctx,
  phone: string,
  name: string | null,
  language: MailLanguage = "en",
): Promise<string> {
  const known = await findGuardian(tx, phone)
  if (known) return known
  const userId = newId()
  const now = tx.clock.now()
  const [first_name = "Guardian", ...rest] = (name ?? "").trim().split(/\s+/).filter(Boolean)
  const last_name = rest.join(" ")
  await tx.db.insert(user).values({
    id: userId,
    name: `${first_name} ${last_name}`.trim(),
    email: `${userId}${NO_MAIL}`,
    language,
    createdAt: now,
    updatedAt: now,
  })
  const [made] = await tx.db
    .insert(guardians)
    .values({ user_id: userId, phone, first_name, last_name, created_at: now })
    .onConflictDoNothing()
    .returning({ user_id: guardians.user_id })
  if (made) return made.user_id
  await tx.db.delete(user).where(eq(user.id, userId))
  return (await findGuardian(tx, phone)) ?? notFound()
}

/**
 * Returns the id of the guardian with this e-mail, and creates the account if there is none, in the caller's
 * transaction. The caller has had the person prove that they read it. Throws INVITED_ELSEWHERE if the e-mail
 * belongs to a student, an instructor or an admin, as an account has one role.
 */
export async function ensureGuardianByEmail(
  tx: Ctx,
  email: string,
  name: string,
  language: MailLanguage,
): Promise<string> {
  const now = tx.clock.now()
  const [first_name = "Guardian", ...rest] = name.trim().split(/\s+/).filter(Boolean)
  const last_name = rest.join(" ")
  await tx.db
    .insert(user)
    .values({
      id: newId(),
      name: `${first_name} ${last_name}`.trim(),
      ...{ email, language, createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing({ target: user.email })
  const [known] = await tx.db.select({ id: user.id }).from(user).where(eq(user.email, email)).for("update")
  if (!known) notFound()
  // Asked before the proof, which empties a profile that a stranger may have made.
  if (await hasOtherProfile(tx, known.id)) refuse("INVITED_ELSEWHERE")
  await proveEmail(tx, known.id)
  await tx.db
    .insert(guardians)
    .values({ user_id: known.id, phone: null, first_name, last_name, created_at: now })
    .onConflictDoNothing()
  return known.id
}

async function hasOtherProfile({ db }: Ctx, userId: string): Promise<boolean> {
  const found = await Promise.all(
    [students, teachers, admins, officeStaff].map((table) => db.$count(table, eq(table.user_id, userId))),
  )
  return found.some((count) => count > 0)
}

async function findGuardian(tx: Ctx, phone: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ user_id: guardians.user_id })
    .from(guardians)
    .where(eq(guardians.phone, phone))
  return row?.user_id ?? null
}

/**
 * Stores a guardian's answer about a student who names their number, in the caller's transaction: the number
 * becomes confirmed or unconfirmed. Throws NOT_FOUND for students who name another number.
 */
export async function answerForNumber(
  tx: Ctx,
  { guardian_id, student_id, mine }: { guardian_id: string; student_id: string; mine: boolean },
): Promise<void> {
  const [named] = await tx.db
    .update(students)
    .set({
      // The first time counts, also when the question is answered again.
      parent_phone_confirmed_at: mine
        ? sql`coalesce(${students.parent_phone_confirmed_at}, ${tx.clock.now().toISOString()})`
        : null,
    })
    .where(
      and(
        eq(students.user_id, student_id),
        sql`${students.parent_phone} = (select ${guardians.phone} from ${guardians} where ${guardians.user_id} = ${guardian_id})`,
      ),
    )
    .returning({ user_id: students.user_id })
  if (!named) notFound()
}

/** Takes back that a guardian's number is the one of the students who name it, in the caller's transaction. */
export async function forgetNumberOf(tx: Ctx, guardianId: string): Promise<void> {
  const number = tx.db
    .select({ phone: guardians.phone })
    .from(guardians)
    .where(eq(guardians.user_id, guardianId))
  await tx.db
    .update(students)
    .set({ parent_phone_confirmed_at: null })
    .where(and(inArray(students.parent_phone, number), isNotNull(students.parent_phone_confirmed_at)))
}

/**
 * Confirms, for staff, the guardian's number that a student names, in the caller's transaction. Returns the
 * student and the guardian's id. Throws NOT_FOUND if this is not a student with a guardian's number.
 */
export async function confirmNumber(
  tx: Ctx,
  studentId: string,
): Promise<{ student: Student; guardian_id: string }> {
  const now = tx.clock.now().toISOString()
  const [student] = await tx.db
    .update(students)
    .set({ parent_phone_confirmed_at: sql`coalesce(${students.parent_phone_confirmed_at}, ${now})` })
    .where(and(eq(students.user_id, studentId), isNotNull(students.parent_phone)))
    .returning()
  if (!student?.parent_phone) notFound()
  return { student, guardian_id: await ensureGuardian(tx, student.parent_phone, student.parent_name) }
}

/**
 * Returns the phone number of the viewer, a guardian; null for one who was invited by e-mail. Throws NOT_FOUND
 * for others.
 */
export async function readOwnGuardianPhone(ctx: SignedInCtx): Promise<string | null> {
  const [row] = await ctx.db
    .select({ phone: guardians.phone })
    .from(guardians)
    .innerJoin(user, eq(user.id, guardians.user_id))
    .where(and(eq(guardians.user_id, ctx.viewer.user_id), isNull(user.disabledAt)))
  return row ? row.phone : notFound()
}
