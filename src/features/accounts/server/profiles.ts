import { and, eq, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { InstructorProfile, Person, StudentProfile } from "#contract/accounts.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse, refuseFields } from "#platform/errors.ts"
import { parsePhone } from "#shared/phone.ts"
import { describePerson } from "./admission.ts"
import { enqueueGuardianCode } from "./guardian-codes.ts"
import { readPerson } from "./sessions.ts"
import { students, teachers, user } from "./table.ts"

type StudentInput = Pick<
  z.infer<typeof StudentProfile>,
  "phone" | "grade" | "curriculum" | "under_18" | "parent_name" | "parent_phone"
>

/** What a student's profile stores of a form; an adult's keeps no guardian. Throws FIELD_ERRORS. */
export function studentColumns(input: StudentInput) {
  const phone = input.phone ? parsePhone(input.phone) : null
  const parentPhone = input.under_18 ? parsePhone(input.parent_phone ?? "") : null
  const problems: Record<string, string> = {}
  if (input.phone && !phone) problems.phone = "PHONE_INVALID"
  if (input.under_18 && !parentPhone) problems.parent_phone = "PHONE_INVALID"
  if (input.under_18 && phone && phone === parentPhone) problems.parent_phone = "PARENT_PHONE_IS_OWN"
  if (Object.keys(problems).length > 0) refuseFields(problems)
  return {
    phone,
    grade: input.grade || null,
    curriculum: input.curriculum || null,
    under_18: input.under_18,
    parent_name: input.under_18 ? (input.parent_name ?? null) : null,
    parent_phone: parentPhone,
  }
}

/** What an instructor's profile stores of a form. Throws FIELD_ERRORS. */
export function instructorColumns(ctx: Pick<Ctx, "env" | "clock">, input: { phone?: string | undefined }) {
  const phone = input.phone ? parsePhone(input.phone) : null
  if (input.phone && !phone) refuseFields({ phone: "PHONE_INVALID" })
  return { phone, approved_at: ctx.env.instructorsNeedApproval ? null : ctx.clock.now() }
}

/** Gives a student's profile to somebody signed in without one. Throws PROFILE_EXISTS and FIELD_ERRORS. */
export function completeStudentProfile(ctx: SignedInCtx, input: z.infer<typeof StudentProfile>) {
  const columns = studentColumns(input)
  return complete(ctx, input, async (tx, start) => {
    await tx.db
      .insert(students)
      .values({ ...start, ...columns })
      .onConflictDoUpdate({ target: students.user_id, set: { ...namesOf(start), ...columns } })
    // Whoever taught before, or was said to, learns now.
    await tx.db
      .update(teachers)
      .set({ approved_at: null, ended_at: tx.clock.now() })
      .where(and(eq(teachers.user_id, start.user_id), isNull(teachers.ended_at)))
    if (columns.parent_phone) await enqueueGuardianCode(tx, columns.parent_phone)
  })
}

/** The same as an instructor, who waits for approval where the academy asks for it. */
export function completeInstructorProfile(ctx: SignedInCtx, input: z.infer<typeof InstructorProfile>) {
  const columns = instructorColumns(ctx, input)
  return complete(ctx, input, async (tx, start) => {
    // An approval that was given before was given to this e-mail: it stays.
    const approved_at = sql`coalesce(${teachers.approved_at}, ${columns.approved_at?.toISOString() ?? null})`
    await tx.db
      .insert(teachers)
      .values({ ...start, ...columns })
      .onConflictDoUpdate({
        target: teachers.user_id,
        set: { ...namesOf(start), phone: columns.phone, approved_at, ended_at: null },
      })
  })
}

function namesOf({ first_name, last_name }: Start) {
  return { first_name, last_name }
}

type Start = { user_id: string; email: string; first_name: string; last_name: string; created_at: Date }

async function complete(
  ctx: SignedInCtx,
  { first_name, last_name }: { first_name: string; last_name: string },
  write: (tx: SignedInCtx, start: Start) => Promise<void>,
): Promise<z.infer<typeof Person>> {
  const { user_id, email } = ctx.viewer
  return inTransaction(ctx, async (tx) => {
    // Two forms at once take turns at the user's row, so that one person never gets two profiles.
    await tx.db.select({ id: user.id }).from(user).where(eq(user.id, user_id)).for("update")
    const before = await readPerson(tx.db, user_id)
    if (!before || before.role !== null) refuse("PROFILE_EXISTS")
    await write(tx, { user_id, email, first_name, last_name, created_at: tx.clock.now() })
    const name = `${first_name} ${last_name}`
    await tx.db
      .update(user)
      .set({ name, profileDue: false, updatedAt: tx.clock.now() })
      .where(eq(user.id, user_id))
    const person = await readPerson(tx.db, user_id)
    if (!person) throw new Error("a new profile could not be read back")
    return describePerson(person)
  })
}
