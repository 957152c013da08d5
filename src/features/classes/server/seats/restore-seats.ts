import { and, inArray, isNotNull, or, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { type BinnedKind, deletedClassRows } from "../bin-tables.ts"
import { asItWas } from "../schedule/row-json.ts"
import { classWaitlist, oneOnOneSlots } from "../seat-tables.ts"
import { classEnrollments, classReminders, demoClassRequests } from "../table.ts"
import { GIVE_BACK_QUEUE } from "./closed-account.ts"

const ROWS_AT_ONCE = 500

/**
 * Restores the rows that were deleted with classes, which the caller has inserted without seats, and counts
 * their seats from them. Later changes take precedence: a student who used the free trial elsewhere does not
 * get the request back, and the seats of a closed account are freed by a job.
 */
export async function restorePlaces(ctx: SignedInCtx, classIds: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(deletedClassRows)
    .where(inArray(deletedClassRows.class_id, [...classIds]))
  const of = (kind: BinnedKind) => rows.filter((one) => one.kind === kind).map((one) => one.row)
  for (const part of inParts(of("class_enrollments"))) {
    await ctx.db.insert(classEnrollments).values(part.map((row) => asItWas(classEnrollments, row)))
  }
  for (const part of inParts(of("class_waitlist"))) {
    // Positions are restored too, so the waitlist keeps its order.
    await ctx.db
      .insert(classWaitlist)
      .overridingSystemValue()
      .values(part.map((row) => asItWas(classWaitlist, row)))
  }
  for (const part of inParts(of("demo_class_requests"))) {
    const values = part.map((row) => ({
      ...asItWas(demoClassRequests, row),
      ...{ offered_for: null, called_by: null },
    }))
    await ctx.db.insert(demoClassRequests).values(values).onConflictDoNothing()
  }
  for (const part of inParts(of("one_on_one_slots"))) {
    await ctx.db.insert(oneOnOneSlots).values(part.map((row) => asItWas(oneOnOneSlots, row)))
  }
  for (const part of inParts(of("class_reminders"))) {
    await ctx.db.insert(classReminders).values(part.map((row) => asItWas(classReminders, row)))
  }
  await restoreReferences(ctx, classIds)
  await countAnew(ctx, classIds)
  await giveBackOfClosed(ctx, classIds)
}

/** Accounts that were closed or disabled meanwhile gave back what there was, but not what was in the bin. */
async function giveBackOfClosed(ctx: SignedInCtx, classIds: readonly string[]): Promise<void> {
  const { student_id, class_id } = deletedClassRows
  const restored = ctx.db
    .select({ id: student_id })
    .from(deletedClassRows)
    .where(inArray(class_id, [...classIds]))
  const closed = await ctx.db
    .select({ id: user.id })
    .from(user)
    .where(and(or(isNotNull(user.eraseAt), isNotNull(user.disabledAt)), inArray(user.id, restored)))
  for (const { id } of closed) await ctx.jobs.send(ctx, GIVE_BACK_QUEUE, { person_id: id })
}

function inParts<T>(rows: T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) parts.push(rows.slice(at, at + ROWS_AT_ONCE))
  return parts
}

/** Restores the references from and to requests, if both ends exist. */
async function restoreReferences(ctx: SignedInCtx, classIds: readonly string[]): Promise<void> {
  const rows = sql`(select kind, row from ${deletedClassRows}
    where ${inArray(deletedClassRows.class_id, [...classIds])}) kept`
  await ctx.db.execute(sql`
    update demo_class_requests answer set offered_for = asked.id
    from ${rows} join demo_class_requests asked on asked.id = (kept.row ->> 'offered_for')::uuid
    where kept.kind in ('demo_class_requests', 'demo_answers') and answer.id = (kept.row ->> 'id')::uuid
      and answer.offered_for is null
      and not exists (select from demo_class_requests other where other.offered_for = asked.id)`)
  await ctx.db.execute(sql`
    update demo_class_requests request set called_by = caller.id
    from ${rows} join users caller on caller.id = (kept.row ->> 'called_by')::uuid
    where kept.kind = 'demo_class_requests' and request.id = (kept.row ->> 'id')::uuid`)
  await ctx.db.execute(sql`
    insert into demo_offers (request_id, class_id)
    select request.id, held.id from ${rows}
    join demo_class_requests request on request.id = (kept.row ->> 'request_id')::uuid
    join scheduled_classes held on held.id = (kept.row ->> 'class_id')::uuid
    where kept.kind = 'demo_offers' on conflict do nothing`)
}

async function countAnew(ctx: SignedInCtx, classIds: readonly string[]): Promise<void> {
  const ids = sql.join(
    classIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  await ctx.db.execute(sql`
    update scheduled_classes held set
      seats_taken = (select count(*) from class_enrollments e where e.class_id = held.id)
        + (select count(*) from demo_class_requests r where r.class_id = held.id and r.status = 'approved'),
      seats_held = (select count(*) from demo_class_requests r where r.class_id = held.id and r.holds_seat),
      waiting = (select count(*) from class_waitlist w where w.class_id = held.id)
        + (select count(*) from demo_class_requests r
           where r.class_id = held.id and r.status = 'pending' and r.held_until is null)
    where held.id in (${ids})`)
}
