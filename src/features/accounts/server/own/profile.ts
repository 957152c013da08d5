import { eq } from "drizzle-orm"
import type { z } from "zod"
import type { ContactsDraft, PreferencesDraft, Profile, ProfileDraft } from "#contract/accounts/account.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { parsePhone } from "#shared/phone.ts"
import { isMinor } from "../age.ts"
import { hasPassword } from "../passwords/own-password.ts"
import { mustHaveTwoStep, readPerson } from "../sessions.ts"
import { textsGuardians } from "../sign-in/guardian-codes.ts"
import { readTwoStep } from "../sign-in/two-step.ts"
import { admins, guardians, officeStaff, students, teachers, user } from "../table.ts"

/** Returns the viewer's own account. Throws NOT_FOUND if it no longer exists. */
export async function readProfile(ctx: SignedInCtx): Promise<Profile> {
  const { user_id } = ctx.viewer
  const person = await readPerson(ctx.db, user_id)
  const [row] = await ctx.db
    .select({
      language: user.language,
      marketing_opt_out: user.marketingOptOut,
      student: students,
      teacher_phone: teachers.phone,
      admin_phone: admins.phone,
      office_phone: officeStaff.phone,
      guardian_phone: guardians.phone,
    })
    .from(user)
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(teachers, eq(teachers.user_id, user.id))
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(officeStaff, eq(officeStaff.user_id, user.id))
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .where(eq(user.id, user_id))
  if (!person || !row) notFound()
  const student = person.role === "student" ? row.student : null
  return {
    user_id,
    email: person.email,
    first_name: person.first_name,
    last_name: person.last_name,
    role: person.role,
    email_verified: person.email_verified,
    phone: student?.phone ?? row.guardian_phone ?? row.admin_phone ?? row.office_phone ?? row.teacher_phone,
    grade: student?.grade ?? null,
    curriculum: student?.curriculum ?? null,
    date_of_birth: student?.date_of_birth ?? null,
    date_of_birth_claimed: student?.date_of_birth_claimed ?? null,
    under_18: student ? isMinor(ctx, student) : false,
    parent_name: student?.parent_name ?? null,
    parent_phone: student?.parent_phone ?? null,
    parent_phone_confirmed: student?.parent_phone_confirmed_at != null,
    guardian_texted: await textsGuardians(ctx),
    guardian_decides: student ? await ctx.guardianship.decidesFor(ctx, user_id) : false,
    sms_notifications_enabled: student?.sms_notifications_enabled ?? true,
    marketing_opt_out: row.marketing_opt_out || (student ? isMinor(ctx, student) : false),
    language: row.language as MailLanguage,
    has_password: await hasPassword(ctx, user_id),
    two_step: {
      ...(await readTwoStep(ctx, user_id)),
      required: mustHaveTwoStep(ctx.env, person.role),
    },
  }
}

/** The table that has a person's own number, by role. */
const PROFILES = { student: students, instructor: teachers, office: officeStaff, admin: admins } as const

/** Updates the viewer's name, phone and school. Omitted fields keep their value. Throws FIELD_ERRORS. */
export async function updateProfile(ctx: SignedInCtx, input: z.infer<typeof ProfileDraft>): Promise<Profile> {
  await inTransaction(ctx, (tx) => writeProfile(tx, tx.viewer, input))
  return readProfile(ctx)
}

/**
 * Writes a person's name, phone and school, in the caller's transaction. Omitted fields keep their value, an empty text
 * clears one. Throws FIELD_ERRORS.
 */
export async function writeProfile(
  tx: Ctx,
  { user_id, role }: Pick<SignedInCtx["viewer"], "user_id" | "role">,
  input: z.infer<typeof ProfileDraft>,
): Promise<void> {
  const phone = input.phone === undefined ? undefined : input.phone ? parsePhone(input.phone) : null
  if (input.phone && !phone) refuseFields({ phone: "PHONE_INVALID" })
  if (input.first_name !== undefined || input.last_name !== undefined) {
    const person = (await readPerson(tx.db, user_id)) ?? notFound()
    const { first_name = person.first_name, last_name = person.last_name } = input
    await renameEverywhere(tx, user_id, { first_name, last_name })
  }
  // A guardian is identified by their number. It changes by a code to the new one, at the sign-in page.
  const own = role === null || role === "guardian" ? null : PROFILES[role]
  if (own && phone !== undefined) await tx.db.update(own).set({ phone }).where(eq(own.user_id, user_id))
  if (role === "student") {
    const [student] = await tx.db
      .update(students)
      .set({
        user_id,
        ...(input.grade !== undefined && { grade: input.grade || null }),
        ...(input.curriculum !== undefined && { curriculum: input.curriculum || null }),
      })
      .where(eq(students.user_id, user_id))
      .returning({ parent_phone: students.parent_phone })
    if (phone && phone === student?.parent_phone) refuseFields({ phone: "PHONE_IS_GUARDIANS" })
  }
  await emit(tx, "person.changed", user_id)
}

/** Writes a person's name to the account and to each of their profiles. */
export async function renameEverywhere(
  tx: Ctx,
  userId: string,
  name: { first_name: string; last_name: string },
): Promise<void> {
  for (const table of [students, teachers, admins, officeStaff, guardians] as const) {
    await tx.db.update(table).set(name).where(eq(table.user_id, userId))
  }
  await tx.db
    .update(user)
    .set({ name: `${name.first_name} ${name.last_name}`.trim(), updatedAt: tx.clock.now() })
    .where(eq(user.id, userId))
}

/**
 * Updates the guardian's contact and the text-message setting of the viewer, a student. Omitted fields keep
 * their value. Throws GUARDIAN_DECIDES, FIELD_ERRORS, NOT_FOUND.
 */
export async function updateContacts(
  ctx: SignedInCtx,
  input: z.infer<typeof ContactsDraft>,
): Promise<Profile> {
  const { user_id } = ctx.viewer
  await inTransaction(ctx, async (tx) => {
    const student = await holdStudent(tx, user_id)
    if (await tx.guardianship.decidesFor(tx, user_id)) refuse("GUARDIAN_DECIDES")
    await writeContacts(tx, student, input)
  })
  return readProfile(ctx)
}

type Student = typeof students.$inferSelect

/** Returns a student, locked until the caller's transaction ends. Throws NOT_FOUND. */
export async function holdStudent(tx: Pick<Ctx, "db">, userId: string): Promise<Student> {
  const [student] = await tx.db.select().from(students).where(eq(students.user_id, userId)).for("update")
  return student ?? notFound()
}

/**
 * Writes the guardian's contact and text-message setting of a locked student, in the caller's transaction. Omitted fields
 * keep their value. A new number is unconfirmed, and the guardian with the old one loses access, with whom they invited.
 * Throws FIELD_ERRORS.
 */
export async function writeContacts(
  tx: Ctx,
  student: Student,
  input: z.infer<typeof ContactsDraft>,
): Promise<void> {
  const { user_id } = student
  const typed = input.parent_phone ? parsePhone(input.parent_phone) : null
  if (input.parent_phone && !typed) refuseFields({ parent_phone: "PHONE_INVALID" })
  const parent_name = input.parent_name === undefined ? student.parent_name : input.parent_name || null
  const parent_phone = input.parent_phone === undefined ? student.parent_phone : typed
  refuseMissing({ minor: isMinor(tx, student), phone: student.phone }, { parent_name, parent_phone })
  const moved = parent_phone !== student.parent_phone
  await tx.db
    .update(students)
    .set({
      parent_name,
      parent_phone,
      sms_notifications_enabled: input.sms_notifications_enabled ?? student.sms_notifications_enabled,
      ...(moved && { parent_phone_confirmed_at: null }),
    })
    .where(eq(students.user_id, user_id))
  if (moved) await tx.guardianship.numberChanged(tx, user_id)
  await emit(tx, "person.changed", user_id)
}

function refuseMissing(
  student: { minor: boolean; phone: string | null },
  input: { parent_name: string | null; parent_phone: string | null },
): void {
  const problems: Record<string, string> = {}
  if (student.minor && !input.parent_name) problems.parent_name = "GUARDIAN_NAME_MISSING"
  if (student.minor && !input.parent_phone) problems.parent_phone = "PHONE_INVALID"
  if (input.parent_phone && input.parent_phone === student.phone)
    problems.parent_phone = "PARENT_PHONE_IS_OWN"
  if (Object.keys(problems).length > 0) refuseFields(problems)
}

/**
 * Sets the viewer's language and whether they want news. Omitted fields keep their value. Children get no
 * news, whatever the setting.
 */
export async function updatePreferences(
  ctx: SignedInCtx,
  input: z.infer<typeof PreferencesDraft>,
): Promise<Profile> {
  await ctx.db
    .update(user)
    .set({
      ...(input.language && { language: input.language }),
      ...(input.marketing_opt_out !== undefined && { marketingOptOut: input.marketing_opt_out }),
      updatedAt: ctx.clock.now(),
    })
    .where(eq(user.id, ctx.viewer.user_id))
  return readProfile(ctx)
}
