import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import notices from "#content/consent-notices.json" with { type: "json" }
import { CONSENT_PURPOSES, type Consent, type ConsentPurpose } from "#contract/guardians.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { isDecidedByGuardian } from "./guardian-links.ts"
import { consents } from "./guardian-tables.ts"
import { students } from "./table.ts"

type ConsentRow = typeof consents.$inferSelect

/** The version of the notice that is shown today. */
export function currentNotice(purpose: ConsentPurpose): number {
  return notices[purpose].at(-1)?.version ?? 0
}

/**
 * Those of these students for whom consent to a purpose is in force: a guardian's for a minor, their own for an
 * adult. An adult's joining of live classes needs none beside the account itself. One query.
 */
export async function hasConsent(
  ctx: Pick<Ctx, "db">,
  studentIds: readonly string[],
  purpose: ConsentPurpose,
): Promise<Set<string>> {
  if (studentIds.length === 0) return new Set()
  const rows = await ctx.db
    .select({ student_id: students.user_id })
    .from(students)
    .where(and(inArray(students.user_id, [...new Set(studentIds)]), consentedTo(purpose)))
  return new Set(rows.map((row) => row.student_id))
}

/** The same as a condition on the students of a query. */
export function consentedTo(purpose: ConsentPurpose): SQL<boolean> {
  const given = sql<boolean>`exists (
    select from ${consents}
    where ${consents.student_id} = ${students.user_id} and ${consents.purpose} = ${purpose}
      and ${consents.withdrawn_at} is null)`
  return purpose === "live_classes" ? sql<boolean>`(not ${students.under_18} or ${given})` : given
}

/** How each purpose stands for each of these students, in the order they are asked. One query. */
export async function readConsents(
  ctx: Pick<Ctx, "db">,
  studentIds: readonly string[],
): Promise<Map<string, Consent[]>> {
  if (studentIds.length === 0) return new Map()
  const rows = await ctx.db
    .select()
    .from(consents)
    .where(and(inArray(consents.student_id, [...studentIds]), isNull(consents.withdrawn_at)))
  return new Map(
    studentIds.map((id) => {
      const own = rows.filter((row) => row.student_id === id)
      return [
        id,
        CONSENT_PURPOSES.map((purpose) =>
          describe(
            purpose,
            own.find((row) => row.purpose === purpose),
          ),
        ),
      ]
    }),
  )
}

function describe(purpose: ConsentPurpose, row: ConsentRow | undefined): Consent {
  return {
    purpose,
    given: row !== undefined,
    given_at: row?.given_at ?? null,
    how: row?.how ?? null,
    notice_version: row?.notice_version ?? null,
  }
}

type Wish = {
  student_id: string
  purpose: ConsentPurpose
  given: boolean
  how: ConsentRow["how"]
  paper_reference?: string
  notice_version: number
  language: string
}

/**
 * Gives or withdraws consent in the caller's transaction, who has checked that the viewer may. Giving what is given
 * and withdrawing what is not change nothing. Throws FIELD_ERRORS for a notice that is no longer the one shown.
 */
export async function writeConsent(tx: SignedInCtx, wish: Wish): Promise<Consent> {
  const { student_id, purpose, given } = wish
  if (given && wish.notice_version !== currentNotice(purpose))
    refuseFields({ notice_version: "NOTICE_OUTDATED" })
  const changed = given ? await give(tx, wish) : await withdraw(tx, wish)
  if (changed) {
    await recordAct(tx, given ? "consent.give" : "consent.withdraw", student_id, {
      purpose,
      notice_version: wish.notice_version,
      how: wish.how,
    })
    await emit(tx, "person.changed", student_id)
    if (!given) await tx.jobs.publish(tx, "consent.withdrawn", { person_id: student_id, purpose })
  }
  const standing = (await readConsents(tx, [student_id])).get(student_id)
  return standing?.find((one) => one.purpose === purpose) ?? describe(purpose, undefined)
}

async function give(tx: SignedInCtx, wish: Wish): Promise<boolean> {
  const written = await tx.db
    .insert(consents)
    .values({
      id: newId(),
      student_id: wish.student_id,
      purpose: wish.purpose,
      given_by: tx.viewer.user_id,
      how: wish.how,
      paper_reference: wish.paper_reference ?? null,
      given_at: tx.clock.now(),
      notice_version: wish.notice_version,
      notice_language: wish.language,
    })
    .onConflictDoNothing()
    .returning({ id: consents.id })
  return written.length > 0
}

async function withdraw(tx: SignedInCtx, { student_id, purpose }: Wish): Promise<boolean> {
  const ended = await tx.db
    .update(consents)
    .set({ withdrawn_by: tx.viewer.user_id, withdrawn_at: tx.clock.now() })
    .where(
      and(eq(consents.student_id, student_id), eq(consents.purpose, purpose), isNull(consents.withdrawn_at)),
    )
    .returning({ id: consents.id })
  return ended.length > 0
}

/** Withdraws what the viewer gave for a student who, it turns out, is not their child. */
export async function withdrawGivenBy(tx: SignedInCtx, studentId: string): Promise<void> {
  const given = await tx.db
    .select({ purpose: consents.purpose, notice_version: consents.notice_version })
    .from(consents)
    .where(
      and(
        eq(consents.student_id, studentId),
        eq(consents.given_by, tx.viewer.user_id),
        isNull(consents.withdrawn_at),
      ),
    )
  for (const one of given) {
    await writeConsent(tx, { ...one, student_id: studentId, given: false, how: "guardian", language: "en" })
  }
}

/** How the viewer's own consents stand, a student's. Throws NOT_FOUND for others. */
export async function listOwnConsents(ctx: SignedInCtx): Promise<Consent[]> {
  if (ctx.viewer.role !== "student") notFound()
  return (await readConsents(ctx, [ctx.viewer.user_id])).get(ctx.viewer.user_id) ?? []
}

type OwnWish = { purpose: ConsentPurpose; given: boolean; notice_version: number; language: string }

/** An adult student's own consent. Throws GUARDIAN_DECIDES for a minor, NOT_FOUND for others than students. */
export async function setOwnConsent(ctx: SignedInCtx, input: OwnWish): Promise<Consent> {
  const { user_id } = ctx.viewer
  return inTransaction(ctx, async (tx) => {
    const [student] = await tx.db
      .select({ under_18: students.under_18 })
      .from(students)
      .where(eq(students.user_id, user_id))
      .for("share")
    if (!student || ctx.viewer.role !== "student") notFound()
    if (student.under_18 || (await isDecidedByGuardian(tx, user_id))) refuse("GUARDIAN_DECIDES")
    return writeConsent(tx, { ...input, student_id: user_id, how: "self" })
  })
}

/** Every consent ever given for a student, oldest first, for exports. */
export function listConsentHistory(ctx: Pick<Ctx, "db">, userId: string): Promise<ConsentRow[]> {
  return ctx.db
    .select()
    .from(consents)
    .where(or(eq(consents.student_id, userId), eq(consents.given_by, userId)))
    .orderBy(asc(consents.given_at), asc(consents.id))
}
