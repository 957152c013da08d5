import { eq } from "drizzle-orm"
import type { z } from "zod"
import type { DateOfBirthDraft, Profile } from "#contract/accounts/account.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { birthDateProblem, isUnder18 } from "#shared/age.ts"
import { isMinor, ownDateOfBirth, todayOf } from "../age.ts"
import { enqueueGuardianCode } from "../sign-in/guardian-codes.ts"
import { students } from "../table.ts"
import { readProfile } from "./profile.ts"
import { guardianColumns } from "./profiles.ts"

/**
 * Stores the date of birth of the viewer, a student whose account is older than this question, and a
 * guardian's contact if they are under 18 and named none. A date that makes an adult of a student who had
 * said to be under 18, or makes them one earlier, only counts once staff confirm it. Throws FIELD_ERRORS,
 * DATE_OF_BIRTH_GIVEN, and NOT_FOUND if the viewer is not a student.
 */
export async function giveDateOfBirth(
  ctx: SignedInCtx,
  input: z.infer<typeof DateOfBirthDraft>,
): Promise<Profile> {
  const { user_id } = ctx.viewer
  await inTransaction(ctx, async (tx) => {
    const [student] = await tx.db.select().from(students).where(eq(students.user_id, user_id)).for("update")
    if (!student || tx.viewer.role !== "student") notFound()
    if (student.date_of_birth || student.date_of_birth_claimed) refuse("DATE_OF_BIRTH_GIVEN")
    const { date_of_birth } = input
    const named = {
      parent_name: student.parent_name ?? undefined,
      parent_phone: student.parent_phone ?? undefined,
    }
    const known = isNamed(student)
    const contact = known ? named : input
    const columns = guardianColumns(tx, { ...contact, date_of_birth, phone: student.phone })
    const { under_18, parent_name, parent_phone } = columns
    const given = ownDateOfBirth(tx, student, date_of_birth)
    const asked = under_18 && !known
    await tx.db
      .update(students)
      .set({
        ...given,
        // The ticked box keeps its value until staff confirm the date that contradicts it.
        ...((under_18 || given.date_of_birth !== null) && { under_18 }),
        ...(asked && { parent_name, parent_phone, parent_phone_confirmed_at: null }),
      })
      .where(eq(students.user_id, user_id))
    if (given.date_of_birth === null) await recordAct(tx, "student.date-of-birth-claimed", user_id)
    // The account with the child's own number is no guardian any more, nor are those it invited.
    if (asked && student.parent_phone !== null) await tx.guardianship.numberChanged(tx, user_id)
    if (asked && parent_phone) await enqueueGuardianCode(tx, parent_phone)
    await emit(tx, "person.changed", user_id)
  })
  return readProfile(ctx)
}

/** Whether a student's guardian is known. Lists have brought students their own number as the guardian's. */
function isNamed({ phone, parent_phone }: Pick<typeof students.$inferSelect, "phone" | "parent_phone">) {
  return parent_phone !== null && parent_phone !== phone
}

/**
 * Corrects or confirms a student's date of birth, for staff. Only they can make an adult of a child. Throws
 * NOT_FOUND if it is not a student, and FIELD_ERRORS for an impossible date and for one that makes a minor without a
 * guardian who has another number.
 */
export function setDateOfBirth(
  ctx: SignedInCtx,
  input: { user_id: string; date_of_birth: string },
): Promise<Record<string, never>> {
  const { user_id, date_of_birth } = input
  return inTransaction(ctx, async (tx) => {
    const today = todayOf(tx)
    const problem = birthDateProblem(date_of_birth, today)
    if (problem) refuseFields({ date_of_birth: problem })
    const [student] = await tx.db.select().from(students).where(eq(students.user_id, user_id)).for("update")
    if (!student) notFound()
    const under_18 = isUnder18(date_of_birth, today)
    // Who is a minor already may have a date corrected, whatever is wrong with the guardian's number.
    if (under_18 && !isMinor(tx, student) && !(student.parent_name && isNamed(student)))
      refuseFields({ date_of_birth: "BIRTH_DATE_NEEDS_GUARDIAN" })
    const same = student.date_of_birth === date_of_birth && student.date_of_birth_claimed === null
    if (same) return {}
    await tx.db
      .update(students)
      .set({ date_of_birth, date_of_birth_claimed: null, minor_until: null, under_18 })
      .where(eq(students.user_id, user_id))
    await recordAct(tx, "student.date-of-birth", user_id, {
      was_under_18: isMinor(tx, student),
      under_18,
    })
    await emit(tx, "person.changed", user_id)
    return {}
  })
}
