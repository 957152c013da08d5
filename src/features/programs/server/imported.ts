import { and, asc, eq, exists, inArray, isNull, lt, not, type SQL, sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import type { Ctx } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { awardPoints } from "./points.ts"
import { enrollments, programs } from "./table.ts"

type Pair = { course_id: string; student_id: string }

/** The last day of an enrolment, null for no end, and its series of classes, null for all of the program's. */
type Term = { valid_until: string | null; batch_id: string | null }

/** What an enrolment was before an import changed it, and what the import made of it. */
export type Changed = { id: string; before: Term; since: Term }

type Wanted = Pair & Partial<Term>

/**
 * Enrols students in programs, in the caller's transaction. Running enrolments are kept. Each new enrolment
 * earns its points and is published to the classes, like one that a student makes; with a batch, it is for the classes
 * of that alone, and with `valid_until` it ends with that day. Returns the new ones, and the memberships that had
 * ended and go on.
 */
export async function enrolStudents(
  tx: Pick<Ctx, "db" | "clock" | "jobs" | "env">,
  pairs: readonly Wanted[],
): Promise<{ made: (Pair & { id: string })[]; changed: Changed[] }> {
  const made = await insertEnrolments(tx, pairs)
  const known = new Set(made.map(keyOf))
  const rest = pairs.filter((pair) => !known.has(keyOf(pair)))
  return { made, changed: await reopenEnrolments(tx, rest) }
}

const keyOf = ({ course_id, student_id }: Pair) => `${student_id} ${course_id}`

async function insertEnrolments(
  tx: Pick<Ctx, "db" | "clock" | "jobs">,
  pairs: readonly Wanted[],
): Promise<(Pair & { id: string })[]> {
  if (pairs.length === 0) return []
  const created_at = tx.clock.now()
  const made = await tx.db
    .insert(enrollments)
    .values(pairs.map((pair) => ({ ...pair, id: newId(), status: "active", created_at })))
    .onConflictDoNothing()
    .returning({ id: enrollments.id, course_id: enrollments.course_id, student_id: enrollments.student_id })
  if (made.length === 0) return []
  await awardPoints(tx, made)
  for (const { course_id, student_id } of made) {
    await tx.jobs.publish(tx, "program.enrolled", { course_id, student_id })
  }
  return made
}

async function reopenEnrolments(
  tx: Pick<Ctx, "db" | "clock" | "jobs" | "env">,
  pairs: readonly Wanted[],
): Promise<Changed[]> {
  if (pairs.length === 0) return []
  const terms = new Map(pairs.map((pair) => [keyOf(pair), termOf(pair)]))
  const ended = await lockTerms(
    tx,
    and(
      inArray(enrollments.student_id, [...new Set(pairs.map((pair) => pair.student_id))]),
      lt(enrollments.valid_until, todayOf(tx)),
    ),
  )
  const changed: Changed[] = []
  for (const { id, course_id, student_id, ...before } of ended) {
    const since = terms.get(keyOf({ course_id, student_id }))
    if (!since) continue
    await tx.db
      .update(enrollments)
      .set({ ...since, changed_at: tx.clock.now(), changed_after: null })
      .where(eq(enrollments.id, id))
    await tx.jobs.publish(tx, "program.enrolled", {
      ...{ course_id, student_id },
      ...(before.batch_id && before.batch_id !== since.batch_id && { left_batch: before.batch_id }),
    })
    changed.push({ id, before, since })
  }
  return changed
}

const termOf = ({ valid_until = null, batch_id = null }: Partial<Term>): Term => ({ valid_until, batch_id })

/** Locks active enrolments, in the order of their ids. */
function lockTerms(tx: Pick<Ctx, "db">, which: SQL | undefined) {
  const { id, course_id, student_id, batch_id, valid_until, status } = enrollments
  return tx.db
    .select({ id, course_id, student_id, batch_id, valid_until })
    .from(enrollments)
    .where(and(eq(status, "active"), which))
    .orderBy(asc(id))
    .for("update")
}

/**
 * Gives active enrolments another end or batch, in the caller's transaction; what is left out stays. Their seats in
 * coming classes follow by jobs. Returns those that changed.
 */
export async function changeEnrolments(
  tx: Pick<Ctx, "db" | "clock" | "jobs">,
  wanted: readonly ({ id: string } & Partial<Term>)[],
): Promise<Changed[]> {
  if (wanted.length === 0) return []
  const terms = new Map(wanted.map(({ id, ...term }) => [id, term]))
  const changed: Changed[] = []
  for (const { id, course_id, student_id, ...before } of await lockTerms(
    tx,
    inArray(enrollments.id, [...terms.keys()]),
  )) {
    const since = { ...before, ...terms.get(id) }
    if (await setTerm(tx, { id, course_id, student_id }, before, since)) changed.push({ id, before, since })
  }
  return changed
}

/** Returns whether a term is another one, and tells the classes what it gives and takes. */
async function setTerm(
  tx: Pick<Ctx, "db" | "clock" | "jobs">,
  { id, ...pair }: Pair & { id: string },
  before: Term,
  since: Term,
): Promise<boolean> {
  const isMoved = before.batch_id !== since.batch_id
  if (!isMoved && before.valid_until === since.valid_until) return false
  const isLonger = endOf(since) > endOf(before)
  await tx.db
    .update(enrollments)
    .set({
      ...since,
      ...(isLonger && { changed_at: tx.clock.now(), changed_after: before.valid_until }),
      ...(isMoved && { changed_at: tx.clock.now(), changed_after: null }),
    })
    .where(eq(enrollments.id, id))
  const after = before.valid_until
  if (isLonger) await tx.jobs.publish(tx, "program.enrolled", { ...pair, ...(after && { after }) })
  if (endOf(since) < endOf(before)) await tx.jobs.publish(tx, "program.left", pair)
  if (isMoved) await tx.jobs.publish(tx, "program.batch_changed", { ...pair, left_batch: before.batch_id })
  await emit(tx, "person.enrolled", pair.student_id)
  return true
}

const endOf = ({ valid_until }: Term) => valid_until ?? "infinity"

/**
 * Makes enrolments again what they were before an import changed them, in the caller's transaction. What was bought or
 * ended since stays, and so does another batch. Their seats in coming classes follow by jobs.
 */
export async function restoreEnrolments(
  tx: Pick<Ctx, "db" | "clock" | "jobs">,
  changed: readonly Changed[],
): Promise<void> {
  const known = new Map(changed.map((one) => [one.id, one]))
  if (known.size === 0) return
  for (const { id, course_id, student_id, ...present } of await lockTerms(
    tx,
    inArray(enrollments.id, [...known.keys()]),
  )) {
    const { before, since } = known.get(id) ?? {}
    if (!before || present.valid_until !== since?.valid_until) continue
    const batch_id = present.batch_id === since.batch_id ? before.batch_id : present.batch_id
    const restored = { valid_until: before.valid_until, batch_id }
    await setTerm(tx, { id, course_id, student_id }, present, restored)
    // A new start that is undone gave nothing.
    if (endOf(restored) < endOf(present))
      await tx.db
        .update(enrollments)
        .set({ changed_at: null, changed_after: null })
        .where(eq(enrollments.id, id))
  }
}

/** Deletes programs that nothing refers to, in the caller's transaction. The database refuses others. */
export async function removePrograms(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.db.delete(programs).where(inArray(programs.id, [...ids]))
}

/**
 * Ends enrolments that will be deleted, so that their students get no more seats. Runs in the caller's
 * transaction.
 */
export async function endEnrolments(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .update(enrollments)
    .set({ status: "cancelled" })
    .where(and(inArray(enrollments.id, [...ids]), eq(enrollments.status, "active")))
}

/** Returns the students of these enrolments, without those who are in the program by another one. */
export async function readEnded(
  tx: Pick<Ctx, "db">,
  ids: readonly string[],
): Promise<(Pair & { id: string })[]> {
  if (ids.length === 0) return []
  const again = sql`(select from enrollments again where again.course_id = ${enrollments.course_id}
    and again.student_id = ${enrollments.student_id} and again.status = 'active')`
  return tx.db
    .select({ id: enrollments.id, course_id: enrollments.course_id, student_id: enrollments.student_id })
    .from(enrollments)
    .where(and(inArray(enrollments.id, [...ids]), not(exists(again))))
}

/** Returns every program that these students are or were enrolled in. */
export async function readCourses(tx: Pick<Ctx, "db">, studentIds: readonly string[]): Promise<Pair[]> {
  if (studentIds.length === 0) return []
  return tx.db
    .selectDistinct({ course_id: enrollments.course_id, student_id: enrollments.student_id })
    .from(enrollments)
    .where(inArray(enrollments.student_id, [...studentIds]))
}

/**
 * Makes ended enrolments active again, and gives their students seats again. `ended` leaves out students who
 * have enrolled anew.
 */
export async function resumeEnrolments(
  tx: Pick<Ctx, "db" | "jobs" | "clock">,
  ended: readonly (Pair & { id: string })[],
): Promise<void> {
  for (const { id, course_id, student_id } of ended) {
    await tx.db
      .update(enrollments)
      .set({ status: "active", changed_at: tx.clock.now(), changed_after: null })
      .where(eq(enrollments.id, id))
    await tx.jobs.publish(tx, "program.enrolled", { course_id, student_id })
  }
}

/** Deletes enrolments, in the caller's transaction. */
export async function removeEnrolments(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.db.delete(enrollments).where(inArray(enrollments.id, [...ids]))
}

export type NamedProgram = { id: string; slug: string; title: string; monthly_fee_paise: number | null }

/**
 * Returns what finds the offered programs that a cell of a list may mean: the one with exactly this slug, else all with
 * this title. One query.
 */
export async function readProgramKeys(
  ctx: Pick<Ctx, "db">,
): Promise<(cell: string) => readonly NamedProgram[]> {
  const { id, slug, title, monthly_fee_paise, archived_at } = programs
  const rows = await ctx.db
    .select({ id, slug, title, monthly_fee_paise })
    .from(programs)
    .where(isNull(archived_at))
    .orderBy(slug)
  const bySlug = new Map(rows.map((row) => [row.slug, [row]]))
  const byTitle = Map.groupBy(rows, (row) => row.title.toLowerCase())
  return (cell) => bySlug.get(cell) ?? byTitle.get(cell.toLowerCase()) ?? bySlug.get(cell.toLowerCase()) ?? []
}

/** What a list calls a program of the query, so that `readProgramKeys` finds no other one by it. */
export const cellOfProgram = sql<string>`case when exists (select from ${programs} other
  where other.id <> ${programs.id} and (lower(other.title) = lower(${programs.title}) or other.slug = ${programs.title}))
  then ${programs.slug} else ${programs.title} end`
