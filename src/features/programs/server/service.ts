import { and, eq, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { NewEnrolment } from "#contract/programs/programs.ts"
import type { NamedDraft } from "#features/ledger/server/first.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { changeOf, emission, emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { awardPoints } from "./points.ts"
import { enrollments, programs } from "./table.ts"

type Wanted = {
  course_id: string
  student_id: string
  /** The series of classes that was chosen, which the caller has checked; without one, all of the program's. */
  batch_id?: string | null | undefined
  /** The last day of a membership, in the institution's zone; without one, there is no end. */
  valid_until?: string | null | undefined
  /** The last day of the membership that it continues or follows. */
  renews?: string | null | undefined
}

/**
 * Enrols the student and gives the XP of a first enrolment in this program. `batchId` is the series of
 * classes that was chosen, which the caller has checked; without one, all of the program's. Throws NOT_FOUND,
 * ALREADY_ENROLLED_IN_PROGRAM, and PAYMENT_NEEDED where the academy takes payments and the program isn't free; a
 * repeat never creates a second enrolment.
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
    const made = await openEnrolment(tx, { course_id: courseId, student_id, batch_id: batchId })
    return made ?? refuse("ALREADY_ENROLLED_IN_PROGRAM")
  })
}

const insertAndTell = named<{ id: string }>(
  "enrolment_open",
  () => sql`
    with continued as (
      select from enrollments where course_id = ${sql.placeholder("course_id")}::uuid
        and student_id = ${sql.placeholder("student_id")}::uuid and status = 'active' for update),
    made as (
      insert into enrollments (id, course_id, student_id, batch_id, status, valid_until, created_at)
      select ${sql.placeholder("id")}::uuid, ${sql.placeholder("course_id")}::uuid,
        ${sql.placeholder("student_id")}::uuid, ${sql.placeholder("batch_id")}::uuid,
        ${sql.placeholder("status")}, ${sql.placeholder("valid_until")}::date,
        ${sql.placeholder("now")}::timestamptz
      where ${sql.placeholder("renews")}::date is null or exists (select from continued)
      on conflict (course_id, student_id) where status = 'active' do update set valid_until = excluded.valid_until
        where enrollments.valid_until = ${sql.placeholder("renews")}::date
      returning id)
    select id, ${emission(sql.placeholder("change"))} from made`,
)

/**
 * Enrols a student in the caller's transaction, with the XP of a first enrolment in this program and everything
 * that follows from an enrolment. A membership that ends on `renews` is extended instead, so each of its terms is
 * continued once; it may end earlier then, too. Journals `beside` it are written if it is made. Returns null for a student
 * who is enrolled already, or whose membership ends on another day by now or was ended: what continues it would give
 * its days away.
 */
export async function openEnrolment(
  tx: Ctx,
  { course_id, student_id, batch_id, valid_until, renews }: Wanted,
  beside: readonly NamedDraft[] = [],
): Promise<z.infer<typeof NewEnrolment> | null> {
  const wanted = { id: newId(), course_id, student_id, status: "active" as const }
  const [made] = await insertAndTell(tx.db, {
    ...{ ...wanted, batch_id: batch_id ?? null, now: tx.clock.now().toISOString() },
    ...{ valid_until: valid_until ?? null, renews: renews ?? null },
    change: changeOf("person.enrolled", student_id),
  })
  if (!made) return null
  const enrolment = { ...wanted, id: made.id }
  const [points_awarded = 0] = await awardPoints(tx, [enrolment], beside)
  await tx.jobs.publish(tx, "program.enrolled", { course_id, student_id, ...(renews && { after: renews }) })
  // A shorter plan in the place of a longer one.
  if (renews && valid_until && valid_until < renews)
    await tx.jobs.publish(tx, "program.left", { course_id, student_id })
  return { ...enrolment, points_awarded }
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
