import { and, asc, eq, ne, sql } from "drizzle-orm"
import type { Consent, ConsentPurpose } from "#contract/guardians/consents.ts"
import type { Child } from "#contract/guardians/guardians.ts"
import { isMinor } from "#features/accounts/server/age.ts"
import {
  closeAccountByCode,
  correctStudent,
  exportAccount,
  isOwnDevice,
  takeBackErasure,
} from "#features/accounts/server/child-accounts.ts"
import { answerForNumber } from "#features/accounts/server/guardian-profiles.ts"
import { guardians, students, user } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { GUARDIAN_RIGHTS } from "#shared/guardian-rights.ts"
import { readConsents, withdrawGivenBy, writeConsent } from "./consents.ts"
import { endLink, ofLink } from "./end-link.ts"
import { holds, manages, requireChild, requireManaged } from "./links.ts"
import { guardianOf, type Rights, rightsOf } from "./table.ts"

/**
 * Returns the viewer's number and children, and the students who name the number and have no answer yet.
 * Throws NOT_FOUND if the viewer is not a guardian.
 */
export async function readOverview(ctx: SignedInCtx) {
  const { user_id } = ctx.viewer
  const [guardian] = await ctx.db
    .select({ phone: guardians.phone })
    .from(guardians)
    .where(eq(guardians.user_id, user_id))
  if (!guardian) notFound()
  const rows = await ctx.db
    .select({
      student: students,
      erase_at: user.eraseAt,
      answer: guardianOf.answer,
      known: sql<boolean>`${guardianOf.known_at} is not null`,
      rights: rightsOf,
      manages: manages(),
    })
    .from(students)
    .innerJoin(user, eq(user.id, students.user_id))
    .leftJoin(
      guardianOf,
      and(eq(guardianOf.student_id, students.user_id), eq(guardianOf.guardian_id, user_id)),
    )
    .where(
      sql`${students.user_id} in (
        select ${students.user_id} from ${students} where ${students.parent_phone} = ${guardian.phone}
        union
        select ${guardianOf.student_id} from ${guardianOf}
        where ${guardianOf.guardian_id} = ${user_id} and ${holds()})`,
    )
    .orderBy(asc(students.first_name), asc(students.user_id))
  const own = rows.filter((row) => row.answer === "confirmed")
  const consents = await readConsents(
    ctx,
    own.map((row) => row.student.user_id),
  )
  return {
    phone: guardian.phone,
    children: own.map((row) => describeChild(ctx, row, consents.get(row.student.user_id) ?? [])),
    to_confirm: rows
      .filter((row) => row.answer === null)
      .map(({ student }) => ({
        student_id: student.user_id,
        first_name: student.first_name,
        last_name: student.last_name,
      })),
  }
}

function describeChild(
  ctx: SignedInCtx,
  row: {
    student: typeof students.$inferSelect
    erase_at: Date | null
    known: boolean
    rights: Rights | null
    manages: boolean
  },
  consents: Consent[],
): Child {
  const { user_id, first_name, last_name, grade, curriculum, date_of_birth } = row.student
  return {
    student_id: user_id,
    first_name,
    last_name,
    grade,
    curriculum,
    date_of_birth,
    under_18: isMinor(ctx, row.student),
    guardian_known: row.known,
    rights: GUARDIAN_RIGHTS.filter((right) => row.rights?.[right]),
    manages: row.manages === true,
    sms_notifications_enabled: row.student.sms_notifications_enabled !== false,
    erase_at: row.erase_at,
    consents,
  }
}

/**
 * Stores whether a student who names the viewer's number is their child. Only a yes shows anything of the
 * child and confirms the number. Throws NOT_FOUND for students who name another number or were taken from the
 * viewer.
 */
export async function answerForChild(
  ctx: SignedInCtx,
  input: { student_id: string; mine: boolean },
): Promise<{ student_id: string; mine: boolean }> {
  const { user_id } = ctx.viewer
  const { student_id, mine } = input
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const link = { guardian_id: user_id, student_id }
    await answerForNumber(tx, { ...link, mine })
    // An older page still asks: how the guardian was confirmed, such as by a paper, stays.
    if (mine && (await isConfirmed(tx, link))) return
    const answer = {
      answer: mine ? ("confirmed" as const) : ("declined" as const),
      how: "code" as const,
      paper_reference: null,
      answered_by: user_id,
      answered_at: now,
      from_childs_device: await isOwnDevice(tx, student_id),
    }
    if (!mine) await endConfirmed(tx, link)
    const [answered] = await tx.db
      .insert(guardianOf)
      .values({ guardian_id: user_id, student_id, ...answer })
      .onConflictDoUpdate({
        target: [guardianOf.guardian_id, guardianOf.student_id],
        set: answer,
        // Who was removed comes back by an invitation or by staff, and not by the number that is still named.
        setWhere: ne(guardianOf.answer, "removed"),
      })
      .returning({ student_id: guardianOf.student_id })
    if (!answered) notFound()
    if (!mine) await withdrawGivenBy(tx, student_id)
    await recordAct(tx, mine ? "guardian.confirm" : "guardian.decline", student_id)
    await emit(tx, "person.changed", student_id)
    await emit(tx, "person.changed", user_id)
  })
  return { student_id, mine }
}

async function isConfirmed(tx: SignedInCtx, link: { guardian_id: string; student_id: string }) {
  const [confirmed] = await tx.db
    .select({ student_id: guardianOf.student_id })
    .from(guardianOf)
    .where(and(ofLink(link), holds()))
  return confirmed !== undefined
}

/** Ends what a guardian who says now that a student isn't their child could do as one. */
async function endConfirmed(
  tx: SignedInCtx,
  link: { guardian_id: string; student_id: string },
): Promise<void> {
  const [confirmed] = await tx.db
    .select()
    .from(guardianOf)
    .where(and(ofLink(link), holds()))
    .for("update")
  if (confirmed) await endLink(tx, confirmed)
}

type ChildWish = {
  student_id: string
  purpose: ConsentPurpose
  given: boolean
  notice_version: number
  language: string
}

/**
 * Gives or withdraws consent for a child of the viewer, with immediate effect. Throws NOT_FOUND, RIGHT_MISSING,
 * FIELD_ERRORS, and STUDENT_DECIDES once the child is 18.
 */
export function setChildConsent(ctx: SignedInCtx, input: ChildWish): Promise<Consent> {
  return inTransaction(ctx, async (tx) => {
    const child = await requireChild(tx, input.student_id, "consent")
    if (input.given && !isMinor(tx, child)) refuse("STUDENT_DECIDES")
    const standing = await writeConsent(tx, { ...input, how: "guardian" })
    await emit(tx, "person.changed", tx.viewer.user_id)
    return standing
  })
}

type ChildChange = {
  student_id: string
  first_name?: string | undefined
  last_name?: string | undefined
  grade?: string | undefined
  sms_notifications_enabled?: boolean | undefined
}

/** Updates a child's profile and the text-message setting. Throws NOT_FOUND, RIGHT_MISSING. */
export async function updateChild(ctx: SignedInCtx, input: ChildChange): Promise<Child> {
  const { student_id, ...change } = input
  await inTransaction(ctx, async (tx) => {
    const student = await requireManaged(tx, student_id)
    await correctStudent(tx, student, change)
    await emit(tx, "person.changed", student_id)
    await emit(tx, "person.changed", tx.viewer.user_id)
  })
  const { children } = await readOverview(ctx)
  return children.find((child) => child.student_id === student_id) ?? notFound()
}

/** Returns everything that is stored about a child of the viewer. Throws NOT_FOUND, RIGHT_MISSING, TOO_MANY_REQUESTS. */
export async function exportChild(ctx: SignedInCtx, studentId: string) {
  await requireManaged(ctx, studentId)
  return exportAccount(ctx, studentId)
}

/**
 * Closes the account of a child of the viewer, a minor, and schedules its erasure in 30 days. Throws
 * NOT_FOUND, RIGHT_MISSING, CODE_WRONG, TOO_MANY_REQUESTS.
 */
export async function eraseChild(
  ctx: SignedInCtx,
  { student_id, code }: { student_id: string; code: string },
): Promise<{ erase_at: Date }> {
  const child = await requireManaged(ctx, student_id)
  if (!isMinor(ctx, child)) notFound()
  return closeAccountByCode(ctx, student_id, code)
}

/** Cancels the erasure of a child's account. Throws NOT_FOUND, RIGHT_MISSING. */
export async function keepChild(ctx: SignedInCtx, studentId: string): Promise<void> {
  await requireManaged(ctx, studentId)
  await takeBackErasure(ctx, studentId)
}
