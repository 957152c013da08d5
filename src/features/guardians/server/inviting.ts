import { randomBytes } from "node:crypto"
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm"
import { Email } from "#contract/accounts/accounts.ts"
import { type GuardianInvitation, INVITATION_DAYS } from "#contract/guardians/people.ts"
import { type Address, countInvited, findInvited } from "#features/accounts/server/invited-guardians.ts"
import type { students } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import type { GuardianRight } from "#shared/guardian-rights.ts"
import { newId } from "#shared/ids.ts"
import { parsePhone } from "#shared/phone.ts"
import { DAY } from "#shared/time.ts"
import { invitationMail, invitationText } from "./invitation-texts.ts"
import { isGuardian, requireManaged, tellGuardians } from "./links.ts"
import { type By, columnsOf, describeInvitation, lockStudent } from "./other-guardians.ts"
import { guardianInvitations } from "./table.ts"

/** Twelve characters: short enough for a template's variable, and 72 bits, so it can't be guessed. */
const TOKEN_BYTES = 9
/** The kind of message that carries the link. */
const INVITATION = "guardian-invitation"
/** How long an invitation that led to nothing is kept. */
const KEEP_MS = 30 * DAY

export type Invitation = typeof guardianInvitations.$inferSelect
type Student = typeof students.$inferSelect

type Draft = {
  student_id: string
  name: string
  /** A phone number or an e-mail, as typed. */
  to: string
  rights: readonly GuardianRight[]
  language: MailLanguage
}

/** Selects an invitation by the token of its link, of which only a keyed hash is stored. */
export function hasToken({ keys }: Pick<Ctx, "keys">, token: string) {
  return inArray(guardianInvitations.token_hash, keys.proofs("guardian invitation", token))
}

/** Where an invitation goes. */
export function addressOf({ phone, email }: Pick<Invitation, "phone" | "email">): Address {
  return phone === null ? { email: email ?? "" } : { phone }
}

/** Returns a typed number as E.164, or an e-mail in small letters. Throws FIELD_ERRORS. */
function addressFrom(typed: string): Address {
  if (!typed.includes("@")) return { phone: parsePhone(typed) ?? refuseFields({ to: "PHONE_OR_EMAIL" }) }
  const email = Email.safeParse(typed)
  return { email: email.data ?? refuseFields({ to: "PHONE_OR_EMAIL" }) }
}

/**
 * Invites another guardian of a child by a text or a mail with a link, which works once and for a week. Inviting
 * the same person again renews the invitation and ends the earlier link. Throws NOT_FOUND, FIELD_ERRORS for the
 * child's own number or e-mail, GUARDIAN_ALREADY, GUARDIAN_DISABLED, MAIL_UNAVAILABLE, TEXTS_UNAVAILABLE, TOO_MANY_REQUESTS; for a
 * guardian also RIGHT_MISSING.
 */
export async function inviteGuardian(ctx: SignedInCtx, draft: Draft, by: By): Promise<GuardianInvitation> {
  const { student_id } = draft
  if (by === "guardian") await requireManaged(ctx, student_id)
  const to = addressFrom(draft.to)
  const isMail = "email" in to
  if (isMail && !ctx.mail.configured) refuse("MAIL_UNAVAILABLE")
  if (!isMail) await requireInvitingTexts(ctx)
  await requireInvitable(ctx, student_id, to)
  await countInvited(ctx, to)
  return inTransaction(ctx, async (tx) => {
    const student = await lockStudent(tx, student_id)
    if (by === "guardian") await requireManaged(tx, student_id)
    refuseChild(student, to)
    const [row, token] = await writeInvitation(tx, draft, to, by)
    await send(tx, row, { student, by, token })
    await recordAct(tx, "guardian.invite", student_id, {
      ...{ invitation_id: row.id, way: isMail ? "email" : "phone", rights: draft.rights.join(" ") },
    })
    await emit(tx, "person.changed", student_id)
    await tellGuardians(tx, [student_id])
    return describeInvitation(tx, row)
  })
}

/** A number can only be invited by a text. Where an e-mail would do instead, its field says so. */
async function requireInvitingTexts(ctx: SignedInCtx): Promise<void> {
  if (await ctx.post.canText(ctx, INVITATION)) return
  if (ctx.mail.configured) refuseFields({ to: "NUMBER_NOT_TEXTED" })
  refuse("TEXTS_UNAVAILABLE")
}

async function requireInvitable(ctx: SignedInCtx, student_id: string, to: Address): Promise<void> {
  const known = await findInvited(ctx, to)
  if (!known) return
  if (known.disabled) refuse("GUARDIAN_DISABLED")
  if (await isGuardian(ctx, { student_id, guardian_id: known.user_id })) refuse("GUARDIAN_ALREADY")
}

/** A child can't be its own guardian. */
function refuseChild(student: Student, to: Address): void {
  if ("phone" in to && to.phone === student.phone) refuseFields({ to: "CHILDS_NUMBER" })
  if ("email" in to && to.email === student.email.toLowerCase()) refuseFields({ to: "CHILDS_EMAIL" })
}

async function writeInvitation(
  tx: SignedInCtx,
  draft: Draft,
  to: Address,
  by: By,
): Promise<[row: Invitation, token: string]> {
  const { student_id, name, rights, language } = draft
  const [phone, email] = "phone" in to ? [to.phone, null] : [null, to.email]
  const now = tx.clock.now()
  const token = randomBytes(TOKEN_BYTES).toString("base64url")
  const fresh = {
    ...{ invited_by: tx.viewer.user_id, by_staff: by === "staff", name, language },
    ...columnsOf(rights),
    token_hash: tx.keys.prove("guardian invitation", token),
    invited_at: now,
    expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY),
  }
  const { accepted_at, withdrawn_at } = guardianInvitations
  const [row] = await tx.db
    .insert(guardianInvitations)
    .values({ id: newId(), student_id, phone, email, ...fresh })
    .onConflictDoUpdate({
      target: [
        guardianInvitations.student_id,
        "phone" in to ? guardianInvitations.phone : guardianInvitations.email,
      ],
      targetWhere: sql`${accepted_at} is null and ${withdrawn_at} is null`,
      set: fresh,
    })
    .returning()
  return [row ?? notFound(), token]
}

async function send(
  tx: SignedInCtx,
  row: Invitation,
  { student, by, token }: { student: Student; by: By; token: string },
): Promise<void> {
  const { first_name, last_name } = tx.viewer
  const facts = {
    academy: tx.brand.name,
    name: row.name,
    child: student.first_name,
    inviter: by === "staff" ? tx.brand.name : `${first_name} ${last_name}`.trim(),
    link: `${tx.address}/a/g/${token}`,
  }
  const common = {
    ...{ kind: INVITATION, cause_id: newId(), subject_ids: [student.user_id] },
    ...{ recipient_name: row.name, send_before: row.expires_at, secret: true },
  }
  if (row.phone === null) {
    await tx.post.mail(tx, { ...common, to: row.email ?? "", body: invitationMail(facts, row.language) })
    return
  }
  await tx.post.text(tx, {
    ...common,
    to: row.phone,
    text: invitationText(facts, row.language),
    variables: {
      inviterName: facts.inviter.slice(0, 30),
      studentName: facts.child.slice(0, 30),
      inviteToken: token,
    },
  })
}

/** Withdraws an invitation. Withdrawing again changes nothing. Throws NOT_FOUND; RIGHT_MISSING for a guardian. */
export function withdrawInvitation(
  ctx: SignedInCtx,
  { student_id, invitation_id }: { student_id: string; invitation_id: string },
  by: By,
): Promise<Record<string, never>> {
  return inTransaction(ctx, async (tx) => {
    if (by === "guardian") await requireManaged(tx, student_id)
    const own = and(eq(guardianInvitations.id, invitation_id), eq(guardianInvitations.student_id, student_id))
    const [row] = await tx.db.select().from(guardianInvitations).where(own).for("update")
    if (!row || row.accepted_at) return notFound()
    if (row.withdrawn_at) return {}
    const withdrawn = { withdrawn_at: tx.clock.now(), withdrawn_by: tx.viewer.user_id }
    await tx.db.update(guardianInvitations).set(withdrawn).where(own)
    await recordAct(tx, "guardian.invite_withdraw", student_id, { invitation_id })
    await tellGuardians(tx, [student_id])
    return {}
  })
}

/** Deletes invitations that led to nothing, as they hold a contact of somebody who may not be here. */
export async function sweepInvitations(ctx: Pick<Ctx, "db" | "clock">): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEEP_MS)
  const { accepted_at, expires_at, withdrawn_at } = guardianInvitations
  await ctx.db
    .delete(guardianInvitations)
    .where(and(isNull(accepted_at), or(lt(expires_at, before), lt(withdrawn_at, before))))
}
