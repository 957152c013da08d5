import { and, eq, exists, inArray, isNull, lt, not, sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { awardPoints } from "./points.ts"
import { enrollments, programs } from "./table.ts"

type Pair = { course_id: string; student_id: string }

/** A membership that had ended and goes on without an end: what it was before. */
export type Reopened = { id: string; valid_until: string; batch_id: string | null }

type Wanted = Pair & { batch_id?: string }

/**
 * Enrols students in programs, in the caller's transaction. Running enrolments are kept. Each new enrolment
 * earns its points and is published to the classes, like one that a student makes; with a batch, it is for the classes
 * of that alone. Returns the new ones, and the memberships that had ended, which go on without an end.
 */
export async function enrolStudents(
  tx: Pick<Ctx, "db" | "clock" | "jobs" | "env">,
  pairs: readonly Wanted[],
): Promise<{ made: (Pair & { id: string })[]; reopened: Reopened[] }> {
  const made = await insertEnrolments(tx, pairs)
  const known = new Set(made.map(keyOf))
  const rest = pairs.filter((pair) => !known.has(keyOf(pair)))
  return { made, reopened: await reopenEnrolments(tx, rest) }
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
): Promise<Reopened[]> {
  if (pairs.length === 0) return []
  const { id, course_id, student_id, batch_id, valid_until, status } = enrollments
  const batches = new Map(pairs.map((pair) => [keyOf(pair), pair.batch_id ?? null]))
  const ended = await tx.db
    .select({ id, course_id, student_id, batch_id, valid_until: sql<string>`${valid_until}::text` })
    .from(enrollments)
    .where(
      and(
        inArray(student_id, [...new Set(pairs.map((pair) => pair.student_id))]),
        eq(status, "active"),
        lt(valid_until, todayOf(tx)),
      ),
    )
    .orderBy(id)
    .for("update")
  const wanted = ended.filter((one) => batches.has(keyOf(one)))
  for (const one of wanted) {
    const batch = batches.get(keyOf(one)) ?? null
    await tx.db
      .update(enrollments)
      .set({ valid_until: null, batch_id: batch, changed_at: tx.clock.now(), changed_after: null })
      .where(eq(id, one.id))
    await tx.jobs.publish(tx, "program.enrolled", {
      ...{ course_id: one.course_id, student_id: one.student_id },
      ...(one.batch_id && one.batch_id !== batch && { left_batch: one.batch_id }),
    })
  }
  return wanted.map((one) => ({ id: one.id, valid_until: one.valid_until, batch_id: one.batch_id }))
}

/**
 * Ends memberships again as they had ended before, in the caller's transaction. What was bought or ended since stays.
 * Their seats in coming classes follow by a job.
 */
export async function endAgain(tx: Pick<Ctx, "db" | "jobs">, reopened: readonly Reopened[]): Promise<void> {
  for (const { id, valid_until, batch_id } of reopened) {
    const isOpen = and(
      eq(enrollments.id, id),
      eq(enrollments.status, "active"),
      isNull(enrollments.valid_until),
    )
    const [ended] = await tx.db
      .update(enrollments)
      .set({ valid_until, batch_id, changed_at: null, changed_after: null })
      .where(isOpen)
      .returning({ course_id: enrollments.course_id, student_id: enrollments.student_id })
    if (ended) await tx.jobs.publish(tx, "program.left", ended)
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

/**
 * Returns what finds the offered programs that a cell of a list may mean: the one with exactly this slug, else all with
 * this title. One query.
 */
export async function readProgramKeys(
  ctx: Pick<Ctx, "db">,
): Promise<(cell: string) => readonly { id: string; slug: string }[]> {
  const { id, slug, title, archived_at } = programs
  const rows = await ctx.db
    .select({ id, slug, title })
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
