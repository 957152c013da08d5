import { and, eq, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { InstructorProfile, Person, StudentProfile } from "#contract/accounts/accounts.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse, refuseFields } from "#platform/errors.ts"
import { birthDateProblem, isUnder18 } from "#shared/age.ts"
import { parsePhone } from "#shared/phone.ts"
import { ageColumns, ownDateOfBirth, todayOf } from "../age.ts"
import { readPerson } from "../sessions.ts"
import { describePerson } from "../sign-in/admission.ts"
import { enqueueGuardianCode } from "../sign-in/guardian-codes.ts"
import { students, teachers, user } from "../table.ts"

type StudentInput = Pick<
  z.infer<typeof StudentProfile>,
  "phone" | "grade" | "curriculum" | "date_of_birth" | "parent_name" | "parent_phone"
>

type Named = {
  date_of_birth: string
  parent_name?: string | undefined
  parent_phone?: string | undefined
  /** The student's own number in E.164. */
  phone: string | null
}

/**
 * Returns the columns that follow from a date of birth. Under 18 the guardian's contact is required; for an
 * adult it is not stored. Throws FIELD_ERRORS.
 */
export function guardianColumns(ctx: Pick<Ctx, "clock" | "env">, input: Named, more: Problems = {}) {
  const { date_of_birth, phone } = input
  const today = todayOf(ctx)
  const impossible = birthDateProblem(date_of_birth, today)
  const under_18 = !impossible && isUnder18(date_of_birth, today)
  const parent_phone = under_18 ? parsePhone(input.parent_phone ?? "") : null
  const problems: Problems = { ...more }
  if (impossible) problems.date_of_birth = impossible
  if (under_18 && !input.parent_name) problems.parent_name = "GUARDIAN_NAME_MISSING"
  if (under_18 && !parent_phone)
    problems.parent_phone = input.parent_phone ? "PHONE_INVALID" : "GUARDIAN_PHONE_MISSING"
  if (under_18 && phone && phone === parent_phone) problems.parent_phone = "PARENT_PHONE_IS_OWN"
  if (Object.keys(problems).length > 0) refuseFields(problems)
  return { date_of_birth, under_18, parent_name: under_18 ? (input.parent_name ?? null) : null, parent_phone }
}

type Problems = Record<string, string>

/**
 * Returns the columns of a student's profile for a form. For an adult no guardian is stored. Throws
 * FIELD_ERRORS.
 */
export function studentColumns(ctx: Pick<Ctx, "clock" | "env">, input: StudentInput) {
  const phone = input.phone ? parsePhone(input.phone) : null
  const wrong: Problems = input.phone && !phone ? { phone: "PHONE_INVALID" } : {}
  return {
    phone,
    grade: input.grade || null,
    curriculum: input.curriculum || null,
    ...guardianColumns(ctx, { ...input, phone }, wrong),
  }
}

/** Returns the columns of an instructor's profile for a form. Throws FIELD_ERRORS. */
export function instructorColumns(ctx: Pick<Ctx, "env" | "clock">, input: { phone?: string | undefined }) {
  const phone = input.phone ? parsePhone(input.phone) : null
  if (input.phone && !phone) refuseFields({ phone: "PHONE_INVALID" })
  return { phone, approved_at: ctx.env.instructorsNeedApproval ? null : ctx.clock.now() }
}

/**
 * Adds a student's profile to a signed-in person without a profile. A date of birth that would make an adult
 * of an account that was a child's before has to be confirmed by staff. Throws PROFILE_EXISTS and
 * FIELD_ERRORS.
 */
export function completeStudentProfile(ctx: SignedInCtx, input: z.infer<typeof StudentProfile>) {
  const columns = studentColumns(ctx, input)
  return complete(ctx, input, async (tx, start) => {
    const [before] = await tx.db.select(ageColumns).from(students).where(eq(students.user_id, start.user_id))
    const given = { ...columns, ...ownDateOfBirth(tx, before ?? null, input.date_of_birth) }
    await tx.db
      .insert(students)
      .values({ ...start, ...given })
      .onConflictDoUpdate({ target: students.user_id, set: { ...namesOf(start), ...given } })
    if (given.date_of_birth === null) await recordAct(tx, "student.date-of-birth-claimed", start.user_id)
    // Ends an earlier instructor's profile.
    await tx.db
      .update(teachers)
      .set({ approved_at: null, ended_at: tx.clock.now() })
      .where(and(eq(teachers.user_id, start.user_id), isNull(teachers.ended_at)))
    if (columns.parent_phone) await enqueueGuardianCode(tx, columns.parent_phone)
  })
}

/**
 * Adds an instructor's profile, which waits for approval where the academy requires it. Throws PROFILE_EXISTS
 * and FIELD_ERRORS.
 */
export function completeInstructorProfile(ctx: SignedInCtx, input: z.infer<typeof InstructorProfile>) {
  const columns = instructorColumns(ctx, input)
  return complete(ctx, input, async (tx, start) => {
    // An earlier approval was given to this e-mail, so it stays.
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
    // Locks the user's row, so that two simultaneous forms never create two profiles.
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
