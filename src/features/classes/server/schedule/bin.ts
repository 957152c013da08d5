import { and, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { DeletedClass } from "#contract/classes/classes.ts"
import { teachers, user } from "#features/accounts/server/table.ts"
import { canActForInstructors, ownerOf } from "#features/classes/rules.ts"
import { BIN_MS, binStart } from "#platform/bin.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { type BinnedKind, deletedClasses, deletedClassRows } from "../bin-tables.ts"
import type { ClassRow } from "../service.ts"

/**
 * Copies classes that the caller has locked and is about to delete into the bin, with every row that will be
 * deleted with them. All share `deletionId`. Runs in the caller's transaction.
 */
export async function layInBin(
  ctx: SignedInCtx,
  rows: readonly ClassRow[],
  deletionId: string,
): Promise<void> {
  if (rows.length === 0) return
  await ctx.db.insert(deletedClasses).values(
    rows.map((row) => ({
      id: row.id,
      deletion_id: deletionId,
      owner_id: ownerOf(row),
      row: { ...row },
      deleted_at: ctx.clock.now(),
      deleted_by: ctx.viewer.user_id,
    })),
  )
  const ids = sql`(select id from ${deletedClasses} where deletion_id = ${deletionId})`
  for (const going of Object.values(goingWith)) {
    await ctx.db.execute(
      sql`insert into ${deletedClassRows} (id, class_id, student_id, kind, row) ${going(ids)}`,
    )
  }
}

/**
 * The statements that read, by kind, the rows that refer to classes and are deleted or lose their reference
 * with them.
 */
const goingWith: Record<BinnedKind, (ids: SQL) => SQL> = {
  class_enrollments: (
    ids,
  ) => sql`select gen_random_uuid(), class_id, student_id, 'class_enrollments', to_jsonb(t)
        from class_enrollments t where class_id in ${ids}`,
  class_waitlist: (ids) => sql`select gen_random_uuid(), class_id, student_id, 'class_waitlist', to_jsonb(t)
        from class_waitlist t where class_id in ${ids}`,
  demo_class_requests: (
    ids,
  ) => sql`select gen_random_uuid(), class_id, student_id, 'demo_class_requests', to_jsonb(t)
        from demo_class_requests t where class_id in ${ids}`,
  demo_answers: (ids) => sql`select gen_random_uuid(), asked.class_id, t.student_id, 'demo_answers',
          jsonb_build_object('id', t.id, 'offered_for', t.offered_for)
        from demo_class_requests t join demo_class_requests asked on asked.id = t.offered_for
        where asked.class_id in ${ids}`,
  demo_offers: (ids) => sql`select gen_random_uuid(),
          case when t.class_id in ${ids} then t.class_id else asked.class_id end,
          asked.student_id, 'demo_offers', to_jsonb(t)
        from demo_offers t join demo_class_requests asked on asked.id = t.request_id
        where t.class_id in ${ids} or asked.class_id in ${ids}`,
  one_on_one_slots: (
    ids,
  ) => sql`select gen_random_uuid(), class_id, student_id, 'one_on_one_slots', to_jsonb(t)
        from one_on_one_slots t where class_id in ${ids}`,
  class_reminders: (ids) => sql`select gen_random_uuid(), class_id, null::uuid, 'class_reminders', to_jsonb(t)
        from class_reminders t where class_id in ${ids}`,
}

/** The kinds of rows that go into the bin with their class. */
export const BINNED = Object.keys(goingWith)

/** A condition for what a viewer finds in the bin: an instructor's own classes, or all for an admin. */
export function inBinOf(ctx: Pick<Ctx, "clock">, viewer: SignedIn): SQL | undefined {
  const own = canActForInstructors(viewer) ? undefined : eq(deletedClasses.owner_id, viewer.user_id)
  return and(own, gt(deletedClasses.deleted_at, binStart(ctx)))
}

const deleter = alias(user, "deleter")

/** Lists the classes in the viewer's bin, the last deleted first. One query. */
export async function listDeleted(
  ctx: SignedInCtx,
  input: { cursor?: string; limit: number },
): Promise<{ items: DeletedClass[]; next_cursor: string | null }> {
  const { id, deleted_at, owner_id, deleted_by } = deletedClasses
  const at = decodeCursor(input.cursor)
  const after = at && sql`(${deleted_at}, ${id}) < (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)`
  const rows = await ctx.db
    .select({
      binned: deletedClasses,
      first_name: teachers.first_name,
      last_name: teachers.last_name,
      deleter: deleter.name,
    })
    .from(deletedClasses)
    .innerJoin(teachers, eq(teachers.user_id, owner_id))
    .leftJoin(deleter, eq(deleter.id, deleted_by))
    .where(and(inBinOf(ctx, ctx.viewer), after ?? undefined))
    .orderBy(desc(deleted_at), desc(id))
    .limit(limitFor(input.limit))
  return toPage(
    rows,
    input.limit,
    ({ binned }) => ({ at: binned.deleted_at, id: binned.id }),
    ({ binned, ...names }) => {
      const { title, scheduled_date, start_time, end_time, seats_taken } = binned.row as ClassRow
      return {
        ...{ id: binned.id, title, scheduled_date, enrolled_count: seats_taken },
        start_time: start_time.slice(0, 5),
        end_time: end_time.slice(0, 5),
        instructor_name: `${names.first_name} ${names.last_name}`.trim(),
        deleted_at: binned.deleted_at,
        deleted_by_name: names.deleter,
        kept_until: new Date(binned.deleted_at.getTime() + BIN_MS),
      }
    },
  )
}

/** Deletes what has been in the bin for 30 days. Returns how many classes were deleted. */
export async function emptyBin(ctx: Pick<Ctx, "db" | "clock">): Promise<number> {
  const gone = await ctx.db.delete(deletedClasses).where(lte(deletedClasses.deleted_at, binStart(ctx)))
  return gone.rowCount ?? 0
}
