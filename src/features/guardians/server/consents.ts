import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import notices from "#content/consent-notices.json" with { type: "json" }
import { CONSENT_PURPOSES, type Consent, type ConsentPurpose } from "#contract/guardians/consents.ts"
import { ageColumns, isMinor, knownAdult, minorStudent } from "#features/accounts/server/age.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { students } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { holds } from "./links.ts"
import { consents, guardianOf } from "./table.ts"

type ConsentRow = typeof consents.$inferSelect

/** Returns the version of a purpose's notice that is shown today. */
export function currentNotice(purpose: ConsentPurpose): number {
  return notices[purpose].at(-1)?.version ?? 0
}

type Reading = Pick<Ctx, "db" | "clock" | "env">

/** Returns those of these students for whom a purpose is allowed, by `consentedTo`. One query. */
export async function hasConsent(
  ctx: Reading,
  studentIds: readonly string[],
  purpose: ConsentPurpose,
): Promise<Set<string>> {
  if (studentIds.length === 0) return new Set()
  const rows = await ctx.db
    .select({ student_id: students.user_id })
    .from(students)
    .where(and(inArray(students.user_id, [...new Set(studentIds)]), consentedTo(ctx, purpose)))
  return new Set(rows.map((row) => row.student_id))
}

/** Returns those of the purposes that are allowed for one student, by `consentedTo`. One query. */
export async function readAllowed<Purpose extends ConsentPurpose>(
  ctx: Reading,
  studentId: string,
  purposes: readonly Purpose[],
): Promise<Set<Purpose>> {
  const [row] = await ctx.db
    .select({ allowed: allowedOf<Purpose>(ctx, purposes) })
    .from(students)
    .where(eq(students.user_id, studentId))
  return new Set(row?.allowed)
}

/** Those of the purposes that are allowed, as an array column of a query of students. */
function allowedOf<Purpose extends ConsentPurpose>(ctx: Reading, purposes: readonly Purpose[]) {
  const each = purposes.map(
    (purpose) => sql`case when ${consentedTo(ctx, purpose)} then ${purpose}::text end`,
  )
  return sql<Purpose[]>`array_remove(array[${sql.join(each, sql`, `)}], null)`
}

/**
 * The rule for what is allowed, as a condition on the students of a query. Students under 18 need a
 * guardian's consent and, except for live classes, a guardian whose identity staff confirmed, because a code
 * only shows who holds a phone. Adults decide about voice and snapshots themselves. Live classes need no
 * consent from them, and they are informed of recordings. A student without a date of birth is not known to
 * be an adult.
 */
export function consentedTo(ctx: Pick<Ctx, "clock" | "env">, purpose: ConsentPurpose): SQL<boolean> {
  const inForce = (by: SQL) => sql<boolean>`exists (
    select from ${consents}
    where ${consents.student_id} = ${students.user_id} and ${consents.purpose} = ${purpose}
      and ${consents.withdrawn_at} is null and ${by})`
  if (purpose === "live_classes")
    return sql<boolean>`(not ${minorStudent(ctx)} or ${inForce(sql`${consents.how} <> 'self'`)})`
  const own = purpose === "recording" ? sql`true` : inForce(sql`${consents.how} = 'self'`)
  return sql<boolean>`(case when ${knownAdult(ctx)} then ${own} else ${inForce(byKnownGuardian())} end)`
}

/**
 * Whether a consent was given by a guardian whose identity staff confirmed, or on such a guardian's paper.
 */
function byKnownGuardian(): SQL {
  return sql`${consents.how} <> 'self' and exists (
    select from ${guardianOf}
    where ${guardianOf.student_id} = ${consents.student_id} and ${holds("consent")}
      and ${guardianOf.known_at} is not null
      and (${consents.how} = 'paper' or ${guardianOf.guardian_id} = ${consents.given_by}))`
}

/** Returns the state of each purpose for each of these students, in the order they are asked. One query. */
export async function readConsents(
  ctx: Reading,
  studentIds: readonly string[],
): Promise<Map<string, Consent[]>> {
  if (studentIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      student_id: students.user_id,
      minor: minorStudent(ctx),
      counts: allowedOf<ConsentPurpose>(ctx, CONSENT_PURPOSES),
      consent: consents,
    })
    .from(students)
    .leftJoin(consents, and(eq(consents.student_id, students.user_id), isNull(consents.withdrawn_at)))
    .where(inArray(students.user_id, [...studentIds]))
  return new Map(
    studentIds.map((id) => {
      const own = rows.filter((row) => row.student_id === id)
      // A guardian's consent ends when the child turns 18, and an adult's own does not count for a child.
      const given = own.filter(({ consent, minor }) => consent && (consent.how === "self") === !minor)
      return [
        id,
        CONSENT_PURPOSES.map((purpose) => {
          const row = given.find(({ consent }) => consent?.purpose === purpose)
          return describe(purpose, row?.consent ?? null, row?.counts.includes(purpose) ?? false)
        }),
      ]
    }),
  )
}

function describe(purpose: ConsentPurpose, row: ConsentRow | null, counts: boolean): Consent {
  return {
    purpose,
    given: row !== null,
    waits_for_guardian: row !== null && !counts,
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
 * Gives or withdraws consent in the caller's transaction. The caller has checked that the viewer may.
 * Repeating it changes nothing. Throws FIELD_ERRORS if the notice is no longer the one shown.
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
  return standing?.find((one) => one.purpose === purpose) ?? describe(purpose, null, false)
}

async function give(tx: SignedInCtx, wish: Wish): Promise<boolean> {
  // A guardian's consent does not replace that of a student who turned 18, nor the other way round.
  const { student_id, purpose } = wish
  const others = wish.how === "self" ? ne(consents.how, "self") : eq(consents.how, "self")
  await endConsents(tx, student_id, eq(consents.purpose, purpose), others)
  // Nor does one that waits for staff keep another guardian's from counting.
  if (wish.how !== "self")
    await endConsents(tx, student_id, eq(consents.purpose, purpose), byOtherUnknown(tx))
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

/** Whether a guardian whom staff don't know gave a consent, and that isn't the viewer. */
function byOtherUnknown(tx: SignedInCtx): SQL {
  return sql`${consents.how} = 'guardian' and ${consents.given_by} <> ${tx.viewer.user_id}
    and not (${byKnownGuardian()})`
}

async function withdraw(tx: SignedInCtx, { student_id, purpose }: Wish): Promise<boolean> {
  return (await endConsents(tx, student_id, eq(consents.purpose, purpose))) > 0
}

async function endConsents(tx: SignedInCtx, studentId: string, ...which: SQL[]): Promise<number> {
  const ended = await tx.db
    .update(consents)
    .set({ withdrawn_by: tx.viewer.user_id, withdrawn_at: tx.clock.now() })
    .where(and(eq(consents.student_id, studentId), isNull(consents.withdrawn_at), ...which))
    .returning({ id: consents.id })
  return ended.length
}

/** Withdraws the viewer's consents for a student who turned out not to be their child. */
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

/**
 * Ends what depends on a guardian who no longer decides about a child, in the caller's transaction: their
 * consents and those on the paper they signed. Participation in live classes, which any guardian may withdraw,
 * goes on while another one decides; recording, voice and snapshots need a new consent.
 */
export async function endConsentsOf(
  tx: SignedInCtx,
  link: { student_id: string; guardian_id: string; paper_reference: string | null },
): Promise<void> {
  const { student_id, guardian_id, paper_reference } = link
  const [other] = await tx.db
    .select({ id: guardianOf.guardian_id })
    .from(guardianOf)
    .where(
      and(eq(guardianOf.student_id, student_id), ne(guardianOf.guardian_id, guardian_id), holds("consent")),
    )
    .limit(1)
  const onPaper = and(eq(consents.how, "paper"), eq(consents.paper_reference, paper_reference ?? ""))
  const given = await tx.db
    .select({ purpose: consents.purpose, notice_version: consents.notice_version })
    .from(consents)
    .where(
      and(
        eq(consents.student_id, student_id),
        isNull(consents.withdrawn_at),
        or(eq(consents.given_by, guardian_id), onPaper),
        other ? ne(consents.purpose, "live_classes") : undefined,
      ),
    )
  for (const one of given) {
    await writeConsent(tx, { ...one, student_id, given: false, how: "guardian", language: "en" })
  }
}

/** Withdraws all consents given for a student, as if the student did it, in the caller's transaction. */
export async function withdrawAllOf(tx: Ctx, studentId: string): Promise<void> {
  const viewer = await readPerson(tx.db, studentId)
  if (!viewer) return
  for (const { purpose, given, notice_version } of (await readConsents(tx, [studentId])).get(studentId) ??
    []) {
    if (!given) continue
    const wish = { student_id: studentId, purpose, given: false, notice_version: notice_version ?? 0 }
    await writeConsent({ ...tx, viewer }, { ...wish, how: "self", language: "en" })
  }
}

/** Returns the state of the consents of the viewer, a student. Throws NOT_FOUND for others. */
export async function listOwnConsents(ctx: SignedInCtx): Promise<Consent[]> {
  if (ctx.viewer.role !== "student") notFound()
  return (await readConsents(ctx, [ctx.viewer.user_id])).get(ctx.viewer.user_id) ?? []
}

type OwnWish = { purpose: ConsentPurpose; given: boolean; notice_version: number; language: string }

/**
 * Stores an adult student's own consent. Throws GUARDIAN_DECIDES for a minor, and NOT_FOUND if the viewer is
 * not a student.
 */
export async function setOwnConsent(ctx: SignedInCtx, input: OwnWish): Promise<Consent> {
  const { user_id } = ctx.viewer
  return inTransaction(ctx, async (tx) => {
    const [student] = await tx.db
      .select(ageColumns)
      .from(students)
      .where(eq(students.user_id, user_id))
      .for("share")
    if (!student || ctx.viewer.role !== "student") notFound()
    if (isMinor(tx, student)) refuse("GUARDIAN_DECIDES")
    return writeConsent(tx, { ...input, student_id: user_id, how: "self" })
  })
}

/** Returns every consent ever given for a student, oldest first, for exports. */
export function listConsentHistory(ctx: Pick<Ctx, "db">, userId: string): Promise<ConsentRow[]> {
  return ctx.db
    .select()
    .from(consents)
    .where(or(eq(consents.student_id, userId), eq(consents.given_by, userId)))
    .orderBy(asc(consents.given_at), asc(consents.id))
}
