import { and, asc, eq, isNull, ne, sql } from "drizzle-orm"
import type { GuardianInvitation, GuardianPerson, Guardians } from "#contract/guardians/people.ts"
import { isMinor } from "#features/accounts/server/age.ts"
import { shownEmail } from "#features/accounts/server/no-mail.ts"
import { guardians, students, user } from "#features/accounts/server/table.ts"
import { recordAct, recordChange } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { maskEmail } from "#shared/email.ts"
import { GUARDIAN_RIGHTS, type GuardianRight } from "#shared/guardian-rights.ts"
import { maskPhone } from "#shared/phone.ts"
import { endConsentsOf } from "./consents.ts"
import { endLink, endWhatDepends, ofLink } from "./end-link.ts"
import { holds, manages, requireManaged } from "./links.ts"
import { guardianInvitations, guardianOf, isOpenInvitation, type Rights, rightsOf } from "./table.ts"

/** Who acts: a guardian of the child, or staff, who may do anything that a guardian may. */
export type By = "guardian" | "staff"

type Link = { student_id: string; guardian_id: string }

/** The columns of these rights. */
export function columnsOf(rights: readonly GuardianRight[]) {
  return {
    may_see: rights.includes("see"),
    may_pay: rights.includes("pay"),
    may_consent: rights.includes("consent"),
    is_told: rights.includes("told"),
  }
}

type RightColumns = ReturnType<typeof columnsOf>

/** Only the columns of rights, as the audit log keeps them. */
function toldRights({ may_see, may_pay, may_consent, is_told }: RightColumns): RightColumns {
  return { may_see, may_pay, may_consent, is_told }
}

/** The rights of these columns. */
export function listRights(row: Rights): GuardianRight[] {
  return GUARDIAN_RIGHTS.filter((right) => row[right])
}

/**
 * Locks a student's row, so that changes of the guardians of one child come one after the other. Throws
 * NOT_FOUND.
 */
export async function lockStudent(tx: Pick<Ctx, "db">, studentId: string) {
  const [student] = await tx.db.select().from(students).where(eq(students.user_id, studentId)).for("update")
  return student ?? notFound()
}

/**
 * Returns a child's guardians, the first one first, and open invitations. A guardian who doesn't manage them
 * gets the own entry only. Throws NOT_FOUND for a child of others.
 */
export async function listGuardians(ctx: SignedInCtx, studentId: string, by: By): Promise<Guardians> {
  const { user_id } = ctx.viewer
  const rows = await ctx.db
    .select({
      guardian_id: guardianOf.guardian_id,
      name: sql<string>`trim(${guardians.first_name} || ' ' || ${guardians.last_name})`,
      phone: guardians.phone,
      email: user.email,
      rights: rightsOf,
      first: sql<boolean>`${guardianOf.invited_by} is null`,
      known_at: guardianOf.known_at,
      manages: manages(),
    })
    .from(guardianOf)
    .innerJoin(guardians, eq(guardians.user_id, guardianOf.guardian_id))
    .innerJoin(user, eq(user.id, guardianOf.guardian_id))
    .where(and(eq(guardianOf.student_id, studentId), holds()))
    .orderBy(asc(sql`${guardianOf.invited_by} is not null`), asc(guardianOf.answered_at))
  const own = rows.find(({ guardian_id }) => guardian_id === user_id)
  if (by === "guardian" && !own) notFound()
  const managing = by === "staff" || own?.manages === true
  const shown = rows
    .filter((row) => managing || row === own)
    .map((row): GuardianPerson => {
      const isOwn = row === own
      const address = row.phone ?? shownEmail(row.email)
      return {
        guardian_id: row.guardian_id,
        ...{ name: row.name, first: row.first, known_at: row.known_at, own: isOwn },
        address: by === "staff" || isOwn ? address : masked(address),
        rights: listRights(row.rights),
        changeable: by === "staff" || (managing && !isOwn && !row.first),
      }
    })
  return { guardians: shown, invitations: managing ? await listInvitations(ctx, studentId) : [] }
}

function masked(address: string): string {
  return address.includes("@") ? maskEmail(address) : maskPhone(address)
}

async function listInvitations(ctx: Ctx, studentId: string): Promise<GuardianInvitation[]> {
  const rows = await ctx.db
    .select()
    .from(guardianInvitations)
    .where(and(eq(guardianInvitations.student_id, studentId), isOpenInvitation()))
    .orderBy(asc(guardianInvitations.invited_at))
  return rows.map((row) => describeInvitation(ctx, row))
}

/** An invitation as who invited sees it: with the address they typed. */
export function describeInvitation(
  ctx: Pick<Ctx, "clock">,
  row: typeof guardianInvitations.$inferSelect,
): GuardianInvitation {
  const { id, name, invited_at, expires_at } = row
  const rights = { see: row.may_see, pay: row.may_pay, consent: row.may_consent, told: row.is_told }
  return {
    ...{ id, name, invited_at, expires_at, address: row.phone ?? row.email ?? "" },
    rights: listRights(rights),
    expired: expires_at <= ctx.clock.now(),
  }
}

/**
 * Sets what a guardian may do for a child, with immediate effect. Throws NOT_FOUND; for a guardian also
 * RIGHT_MISSING, FIRST_GUARDIAN, and CONSENT_GUARDIAN_MISSING if nobody could decide for a minor.
 */
export function setRights(
  ctx: SignedInCtx,
  input: Link & { rights: readonly GuardianRight[] },
  by: By,
): Promise<Record<string, never>> {
  const { student_id, guardian_id, rights } = input
  return inTransaction(ctx, async (tx) => {
    const link = await lockLink(tx, input, by)
    // Nobody gives themself more.
    if (by === "guardian" && guardian_id === tx.viewer.user_id) refuse("FIRST_GUARDIAN")
    if (link.answer !== "confirmed") notFound()
    const next = columnsOf(rights)
    const losesConsent = link.may_consent && !next.may_consent
    if (losesConsent && by === "guardian") await requireOtherConsent(tx, link)
    await tx.db.update(guardianOf).set(next).where(ofLink(link))
    if (losesConsent) await endConsentsOf(tx, link)
    await recordChange(
      tx,
      "guardian.rights",
      student_id,
      { from: toldRights(link), to: next },
      { guardian_id },
    )
    await endWhatDepends(tx, link)
    return {}
  })
}

/**
 * Removes a guardian of a child, or lets one leave: what they may see, do and are told ends with it. Removing
 * again changes nothing. Throws NOT_FOUND; for a guardian also RIGHT_MISSING, FIRST_GUARDIAN, and
 * CONSENT_GUARDIAN_MISSING if nobody could decide for a minor.
 */
export function removeGuardian(ctx: SignedInCtx, input: Link, by: By): Promise<Record<string, never>> {
  const { student_id, guardian_id } = input
  return inTransaction(ctx, async (tx) => {
    const link = await lockLink(tx, input, by)
    if (link.answer === "removed") return {}
    if (link.may_consent && by === "guardian") await requireOtherConsent(tx, link)
    await endLink(tx, link)
    await tx.db
      .update(guardianOf)
      .set({ answer: "removed", removed_at: tx.clock.now(), removed_by: tx.viewer.user_id })
      .where(ofLink(link))
    const left = guardian_id === tx.viewer.user_id
    await recordAct(tx, left ? "guardian.leave" : "guardian.remove", student_id, { guardian_id })
    return {}
  })
}

/**
 * Locks the link that is to be changed, after checking that the viewer may. The own one may only be left. A
 * removed one is returned as well.
 */
async function lockLink(tx: SignedInCtx, { student_id, guardian_id }: Link, by: By) {
  await lockStudent(tx, student_id)
  const own = guardian_id === tx.viewer.user_id
  if (by === "guardian" && !own) await requireManaged(tx, student_id)
  const [link] = await tx.db
    .select()
    .from(guardianOf)
    .where(and(ofLink({ student_id, guardian_id }), ne(guardianOf.answer, "declined")))
    .for("update")
  if (!link) return notFound()
  if (by === "guardian" && !own && link.invited_by === null) refuse("FIRST_GUARDIAN")
  return link
}

async function requireOtherConsent(tx: SignedInCtx, { student_id, guardian_id }: Link): Promise<void> {
  const student = await lockStudent(tx, student_id)
  if (!isMinor(tx, student)) return
  const [other] = await tx.db
    .select({ id: guardianOf.guardian_id })
    .from(guardianOf)
    .innerJoin(user, eq(user.id, guardianOf.guardian_id))
    .where(
      and(
        eq(guardianOf.student_id, student_id),
        ne(guardianOf.guardian_id, guardian_id),
        holds("consent"),
        isNull(user.disabledAt),
      ),
    )
    .limit(1)
  if (!other) refuse("CONSENT_GUARDIAN_MISSING")
}
