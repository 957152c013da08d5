import { and, eq, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { NewEnrolment } from "#contract/programs/programs.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import type { NamedDraft } from "#features/ledger/server/first.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { changeOf, emission, emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { awardPoints } from "./points.ts"
import { covers, enrollments, programs } from "./table.ts"

type Wanted = {
  course_id: string
  student_id: string
  /** The series of classes that was chosen, which the caller has checked; without one, all of the program's. */
  batch_id?: string | null | undefined
  /** The last day of a membership, in the institution's zone; without one, there is no end. */
  valid_until?: string | null | undefined
  /** The last day of the membership that it continues or follows. */
  renews?: string | null | undefined
  /** Makes a membership that ended before this day of the institution's zone active again. */
  reopens?: string | undefined
  /** Without a chosen batch: whether the present one is left for all classes of the program. */
  leavesBatch?: boolean | undefined
}

/**
 * Enrols the student and gives the XP of a first enrolment in this program. `batchId` is the series of
 * classes that was chosen, which the caller has checked; without one, all of the program's. Throws NOT_FOUND,
 * ALREADY_ENROLLED_IN_PROGRAM, and PAYMENT_NEEDED where the academy takes payments and the program isn't free; a
 * repeat never creates a second enrolment. A membership that ended goes on without an end.
 */
export async function enrolInProgram(
  ctx: SignedInCtx,
  courseId: string,
  batchId?: string,
): Promise<z.infer<typeof NewEnrolment>> {
  const student_id = ctx.viewer.user_id
  return inTransaction(ctx, async (tx) => {
    const [program] = await tx.db
      .select({ price_paise: programs.price_paise })
      .from(programs)
      .where(and(eq(programs.id, courseId), isNull(programs.archived_at)))
      .for("share")
    if (!program) notFound()
    if (ctx.money && program.price_paise > 0) refuse("PAYMENT_NEEDED")
    const made = await openEnrolment(tx, {
      ...{ course_id: courseId, student_id, batch_id: batchId },
      ...{ reopens: todayOf(tx), leavesBatch: true },
    })
    return made ?? refuse("ALREADY_ENROLLED_IN_PROGRAM")
  })
}

type Opened = {
  id: string
  /** The batch that the student was in before, and the one that they are in now. */
  left_batch: string | null
  batch_id: string | null
}

const insertAndTell = named<Opened>(
  "enrolment_open",
  () => sql`
    with continued as (
      select batch_id from enrollments where course_id = ${sql.placeholder("course_id")}::uuid
        and student_id = ${sql.placeholder("student_id")}::uuid and status = 'active' for update),
    made as (
      insert into enrollments (id, course_id, student_id, batch_id, status, valid_until, created_at)
      select ${sql.placeholder("id")}::uuid, ${sql.placeholder("course_id")}::uuid,
        ${sql.placeholder("student_id")}::uuid, ${sql.placeholder("batch_id")}::uuid,
        ${sql.placeholder("status")}, ${sql.placeholder("valid_until")}::date,
        ${sql.placeholder("now")}::timestamptz
      from (select count(*) as rows from continued) present
      where ${sql.placeholder("renews")}::date is null or present.rows > 0
      on conflict (course_id, student_id) where status = 'active' do update set valid_until = excluded.valid_until,
        batch_id = case when ${sql.placeholder("leaves_batch")}::boolean then excluded.batch_id
          else coalesce(excluded.batch_id, enrollments.batch_id) end,
        changed_at = excluded.created_at, changed_after = ${sql.placeholder("renews")}::date
        where enrollments.valid_until = ${sql.placeholder("renews")}::date
          or enrollments.valid_until < ${sql.placeholder("reopens")}::date
      returning id, batch_id)
    select id, batch_id, (select batch_id from continued) as left_batch, ${emission(sql.placeholder("change"))}
    from made`,
)

/**
 * Enrols a student in the caller's transaction, with the XP of a first enrolment in this program and everything
 * that follows from an enrolment. A membership that ends on `renews` is extended instead, so each of its terms is
 * continued once; it may end earlier then, too. A batch that is chosen with it takes the place of the present one. Journals `beside` it are written if it is made. Returns null for a student
 * who is enrolled already, or whose membership ends on another day by now or was ended: what continues it would give
 * its days away.
 */
export async function openEnrolment(
  tx: Ctx,
  { course_id, student_id, batch_id, valid_until, renews, reopens, leavesBatch }: Wanted,
  beside: readonly NamedDraft[] = [],
): Promise<z.infer<typeof NewEnrolment> | null> {
  const wanted = { id: newId(), course_id, student_id, status: "active" as const }
  const [made] = await insertAndTell(tx.db, {
    ...{ ...wanted, batch_id: batch_id ?? null, now: tx.clock.now().toISOString() },
    ...{ valid_until: valid_until ?? null, renews: renews ?? null },
    ...{ reopens: reopens ?? null, leaves_batch: leavesBatch === true },
    change: changeOf("person.enrolled", student_id),
  })
  if (!made) return null
  const enrolment = { ...wanted, id: made.id }
  const [points_awarded = 0] = await awardPoints(tx, [enrolment], beside)
  const { left_batch } = made
  await tx.jobs.publish(tx, "program.enrolled", {
    ...{ course_id, student_id },
    ...(renews && { after: renews }),
    ...(left_batch && left_batch !== made.batch_id && { left_batch }),
  })
  // A shorter plan in the place of a longer one.
  if (renews && valid_until && valid_until < renews)
    await tx.jobs.publish(tx, "program.left", { course_id, student_id })
  return { ...enrolment, points_awarded }
}

/**
 * Changes the batch of a student who is in a program today, in the caller's transaction, which has checked the batch; null is
 * all classes. Returns which batch was left, or null where it is theirs already. Throws NOT_FOUND.
 */
export async function moveToBatch(
  tx: Ctx,
  { course_id, student_id, batch_id }: { course_id: string; student_id: string; batch_id: string | null },
): Promise<{ left_batch: string | null } | null> {
  const [present] = await tx.db
    .select({ id: enrollments.id, left_batch: enrollments.batch_id })
    .from(enrollments)
    .where(
      and(eq(enrollments.course_id, course_id), eq(enrollments.student_id, student_id), covers(todayOf(tx))),
    )
    .for("update")
  if (!present) notFound()
  const { id, left_batch } = present
  if (left_batch === batch_id) return null
  await tx.db
    .update(enrollments)
    .set({ batch_id, changed_at: tx.clock.now(), changed_after: null })
    .where(eq(enrollments.id, id))
  await emit(tx, "person.enrolled", student_id)
  await tx.jobs.publish(tx, "program.batch_changed", { course_id, student_id, left_batch })
  return { left_batch }
}

/**
 * Ends the enrolment of a student who is in a program today, in the caller's transaction, as `closeEnrolment` does. Returns
 * its id, or null where it ended before. Throws NOT_FOUND for a student who never was in the program.
 */
export async function endPresentEnrolment(
  tx: Ctx,
  { course_id, student_id }: { course_id: string; student_id: string },
): Promise<string | null> {
  const ofStudent = and(eq(enrollments.course_id, course_id), eq(enrollments.student_id, student_id))
  const [present] = await tx.db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(ofStudent, covers(todayOf(tx))))
    .for("update")
  if (!present) return (await tx.db.$count(enrollments, ofStudent)) > 0 ? null : notFound()
  await closeEnrolment(tx, { course_id, student_id })
  return present.id
}

/**
 * Ends a student's enrolment in the caller's transaction; the seats in coming classes follow by a job. With a term, only
 * that is taken off: a renewed enrolment ends when it did before, and one that goes on after the term stays as it is.
 * Returns false where nothing ended.
 */
export async function closeEnrolment(
  tx: Ctx,
  { course_id, student_id }: { course_id: string; student_id: string },
  term: { ends_on: string; renews: string | null } | null = null,
): Promise<boolean> {
  const ended = await tx.db
    .update(enrollments)
    .set(term?.renews ? { valid_until: term.renews } : { status: "cancelled" })
    .where(
      and(
        eq(enrollments.course_id, course_id),
        eq(enrollments.student_id, student_id),
        eq(enrollments.status, "active"),
        term ? eq(enrollments.valid_until, term.ends_on) : undefined,
      ),
    )
  if (ended.rowCount === 0) return false
  await emit(tx, "person.enrolled", student_id)
  await tx.jobs.publish(tx, "program.left", { course_id, student_id })
  return true
}
