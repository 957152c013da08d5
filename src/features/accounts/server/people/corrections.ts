import { eq } from "drizzle-orm"
import type { z } from "zod"
import type { ContactsDraft, ProfileDraft } from "#contract/accounts/account.ts"
import type { PersonEntry } from "#contract/accounts/people.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { languageOf } from "../language.ts"
import { emailChangedMail } from "../mail/account-mails.ts"
import { endGoogleOf, writeEmail } from "../mail/email-change.ts"
import { withdrawMails } from "../mail/mail-requests.ts"
import { holdStudent, writeContacts, writeProfile } from "../own/profile.ts"
import { endSessionsOf } from "../sessions.ts"
import { user } from "../table.ts"
import { asAdmin } from "./people.ts"
import { readEntry } from "./people-list.ts"

/**
 * Corrects a student's name, own phone and school, for the office. Omitted fields keep their value, an empty text clears
 * one. Throws NOT_FOUND if it is not a student, and FIELD_ERRORS.
 */
export function correctStudent(
  ctx: SignedInCtx,
  { user_id, ...draft }: { user_id: string } & z.infer<typeof ProfileDraft>,
): Promise<Record<string, never>> {
  return inTransaction(ctx, async (tx) => {
    await readStudentEntry(tx, user_id)
    await writeProfile(tx, { user_id, role: "student" }, draft)
    // What was corrected names people, so the log says only whose it is.
    await recordAct(tx, "student.corrected", user_id)
    return {}
  })
}

/**
 * Corrects a student's guardian's name and number, for an admin, also where the guardian decides for the child. Who has
 * the old number loses access. Throws NOT_FOUND if it is not a student, and FIELD_ERRORS.
 */
export function correctGuardianContact(
  ctx: SignedInCtx,
  {
    user_id,
    ...draft
  }: { user_id: string } & Omit<z.infer<typeof ContactsDraft>, "sms_notifications_enabled">,
): Promise<Record<string, never>> {
  return inTransaction(ctx, async (tx) => {
    await readStudentEntry(tx, user_id)
    await writeContacts(tx, await holdStudent(tx, user_id), draft)
    await recordAct(tx, "student.guardian-corrected", user_id)
    return {}
  })
}

/**
 * Corrects the e-mail of a student or instructor, for an admin, or gives one to a child who had none. It is not confirmed.
 * Sessions end, and so does what was mailed. An old address that was confirmed is told. Throws NOT_FOUND, OWN_ACCOUNT,
 * STAFF_EMAIL, FORBIDDEN, and FIELD_ERRORS if another account has the e-mail.
 */
export async function correctEmail(
  ctx: SignedInCtx,
  { user_id, email }: { user_id: string; email: string },
): Promise<PersonEntry> {
  try {
    return await asAdmin(ctx, user_id, async (tx) => {
      const before = await readEntry(tx, user_id)
      // Staff's rights would come with it, and guardians prove theirs by a code.
      if (before.role !== "student" && before.role !== "instructor") refuse("STAFF_EMAIL")
      if (before.email === email) return before
      const [was] = await tx.db
        .select({ confirmed: user.emailVerified, name: user.name })
        .from(user)
        .where(eq(user.id, user_id))
        .for("update")
      if (!was) notFound()
      await writeEmail(tx, user_id, email)
      // The office knows whose account it is, so its profile is kept when the e-mail is first proved.
      await tx.db
        .update(user)
        .set({ emailVerified: false, profileByOffice: true })
        .where(eq(user.id, user_id))
      await withdrawMails(tx, user_id)
      await endGoogleOf(tx, user_id)
      await endSessionsOf(tx, user_id)
      await recordAct(tx, "person.email", user_id)
      await emit(tx, "person.changed", user_id)
      if (was.confirmed && before.email) {
        const language = await languageOf(tx, user_id)
        const [first_name = was.name] = was.name.split(" ")
        const reader = { user_id, first_name, email: before.email, language }
        await tx.post.mail(tx, emailChangedMail(tx.brand.name, reader))
      }
      return readEntry(tx, user_id)
    })
  } catch (error) {
    if (brokenConstraint(error) === "users_email_unique") refuseFields({ email: "EMAIL_IS_TAKEN" })
    throw error
  }
}

async function readStudentEntry(tx: SignedInCtx, userId: string): Promise<PersonEntry> {
  const entry = await readEntry(tx, userId)
  return entry.role === "student" ? entry : notFound()
}
