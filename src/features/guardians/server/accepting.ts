import { eq, sql } from "drizzle-orm"
import { isOwnDevice } from "#features/accounts/server/child-accounts.ts"
import {
  admitInvited,
  countingLink,
  ensureInvited,
  findInvited,
  sendInvitedCode,
  takeInvitedCode,
} from "#features/accounts/server/invited-guardians.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { notFound, Refusal, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { maskEmail } from "#shared/email.ts"
import type { GuardianRight } from "#shared/guardian-rights.ts"
import { maskPhone } from "#shared/phone.ts"
import { addressOf, hasToken, type Invitation } from "./inviting.ts"
import { tellGuardians } from "./links.ts"
import { describeInvitation, lockStudent } from "./other-guardians.ts"
import { guardianInvitations, guardianOf } from "./table.ts"

type Invited = {
  name: string
  child: string
  invited_by: string
  address: string
  by: "phone" | "email"
  rights: GuardianRight[]
  expires_at: Date
}

/**
 * Returns what an invitation says, without using it up. Throws LINK_EXPIRED, ACCEPTED_ALREADY,
 * TOO_MANY_REQUESTS.
 */
export async function readInvitation(ctx: Ctx, token: string): Promise<Invited> {
  const row = await findOpen(ctx, token)
  const [about] = await ctx.db
    .select({
      child: students.first_name,
      inviter: sql<string | null>`(select ${user.name} from ${user} where ${user.id} = ${row.invited_by})`,
    })
    .from(students)
    .where(eq(students.user_id, row.student_id))
  if (!about) return refuse("LINK_EXPIRED")
  const { name, rights, expires_at } = describeInvitation(ctx, row)
  return {
    ...{ name, rights, expires_at, child: about.child },
    invited_by: row.by_staff ? ctx.brand.name : (about.inviter ?? ctx.brand.name),
    address: row.phone === null ? maskEmail(row.email ?? "") : maskPhone(row.phone),
    by: row.phone === null ? "email" : "phone",
  }
}

/** Finds an invitation by the token of its link. Throws LINK_EXPIRED, ACCEPTED_ALREADY, TOO_MANY_REQUESTS. */
async function findOpen(ctx: Ctx, token: string): Promise<Invitation> {
  return countingLink(ctx, async () => {
    const [row] = await ctx.db.select().from(guardianInvitations).where(hasToken(ctx, token))
    return requireOpen(ctx, row)
  })
}

function requireOpen(ctx: Pick<Ctx, "clock">, row: Invitation | undefined): Invitation {
  if (row?.accepted_at) refuse("ACCEPTED_ALREADY")
  if (!row || row.withdrawn_at || row.expires_at <= ctx.clock.now()) return refuse("LINK_EXPIRED")
  return row
}

/**
 * Sends a code to the number or e-mail that was invited. Throws LINK_EXPIRED, ACCEPTED_ALREADY,
 * MAIL_UNAVAILABLE, TEXTS_UNAVAILABLE, TOO_MANY_REQUESTS.
 */
export async function requestInvitedCode(
  ctx: Ctx,
  token: string,
): Promise<{ request: string; minutes: number }> {
  const row = await findOpen(ctx, token)
  return sendInvitedCode(ctx, { to: addressOf(row), name: row.name, student_id: row.student_id })
}

/**
 * Makes who was invited a guardian with the rights of the invitation, once, and signs them in. Their consents to
 * recording, voice and snapshots count once staff know them. Throws LINK_EXPIRED, ACCEPTED_ALREADY, CODE_WRONG,
 * GUARDIAN_IS_CHILD, INVITED_ELSEWHERE, ACCOUNT_DISABLED, SECOND_STEP_REQUIRED, TOO_MANY_REQUESTS.
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token, ...given }: { token: string; request: string; code: string },
): Promise<{ first_name: string; student_id: string }> {
  const open = await findOpen(ctx, token)
  const to = addressOf(open)
  // Before the code is used up: the person needs it no more than the account.
  if ((await findInvited(ctx, to))?.disabled) refuse("ACCOUNT_DISABLED")
  try {
    await takeInvitedCode(ctx, to, given)
  } catch (error) {
    // Of two presses the second one finds the code used.
    if (error instanceof Refusal && error.code === "CODE_WRONG") await findOpen(ctx, token)
    throw error
  }
  const guardian_id = await inTransaction(ctx, (tx) => writeGuardian(tx, open.id))
  return { ...(await admitInvited(ctx, guardian_id)), student_id: open.student_id }
}

async function writeGuardian(tx: Ctx, invitationId: string): Promise<string> {
  const own = eq(guardianInvitations.id, invitationId)
  const [found] = await tx.db.select().from(guardianInvitations).where(own)
  // The child first, as everything that changes its guardians does.
  const student = await lockStudent(tx, found?.student_id ?? notFound())
  const [locked] = await tx.db.select().from(guardianInvitations).where(own).for("update")
  const row = requireOpen(tx, locked)
  const { student_id, invited_by, may_see, may_pay, may_consent, is_told } = row
  if (row.phone !== null && row.phone === student.phone) refuse("GUARDIAN_IS_CHILD")
  const guardian_id = await ensureInvited(tx, addressOf(row), row.name, row.language)
  if (guardian_id === student_id) refuse("GUARDIAN_IS_CHILD")
  const viewer = (await readPerson(tx.db, guardian_id)) ?? refuse("ACCOUNT_DISABLED")
  const now = tx.clock.now()
  const answer = {
    ...{ answer: "confirmed" as const, how: "invitation" as const, paper_reference: null },
    ...{ answered_by: guardian_id, answered_at: now, invited_by, removed_at: null, removed_by: null },
    from_childs_device: await isOwnDevice(tx, student_id),
  }
  const rights = { may_see, may_pay, may_consent, is_told }
  const { answer: before } = guardianOf
  await tx.db
    .insert(guardianOf)
    .values({ guardian_id, student_id, ...answer, ...rights })
    .onConflictDoUpdate({
      target: [guardianOf.guardian_id, guardianOf.student_id],
      set: { ...answer, ...rights },
      // Who became a guardian meanwhile keeps what they have.
      setWhere: sql`${before} <> 'confirmed'`,
    })
  await tx.db.update(guardianInvitations).set({ accepted_at: now, accepted_by: guardian_id }).where(own)
  await recordAct({ ...tx, viewer }, "guardian.accept", student_id, { invitation_id: row.id, guardian_id })
  await emit(tx, "person.changed", student_id)
  await tellGuardians(tx, [student_id])
  return guardian_id
}
