import { and, eq, gt } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { releaseRequests } from "../demos/demo-trials.ts"
import { withdrawSlotsOf } from "../one-on-one/slots.ts"
import type { ClassRow } from "../service.ts"
import { demoClassRequests } from "../table.ts"
import { fillFreeSeats, holdClass } from "./waitlist.ts"

/** Returns what is wrong with a new capacity of a class, as a field code, or null. */
export function capacityProblem(row: ClassRow, capacity: number): string | null {
  if (row.one_on_one && capacity !== 1) return "ONE_ON_ONE_CAPACITY"
  return capacity < row.seats_taken + row.seats_held ? "CAPACITY_BELOW_SEATS" : null
}

/**
 * Updates the seats of a class that the caller has locked after an edit: added seats go to the waitlist,
 * seats are kept no longer than until the new start, and the students of its program whom the edit brings in get
 * seats.
 */
export async function seatsAfterEdit(ctx: Ctx, before: ClassRow): Promise<void> {
  const { holds_seat, held_until, class_id } = demoClassRequests
  const row = await holdClass(ctx, before.id)
  if (!row) return
  if (row.starts_at < before.starts_at) {
    await ctx.db
      .update(demoClassRequests)
      .set({ held_until: row.starts_at })
      .where(and(eq(class_id, row.id), eq(holds_seat, true), gt(held_until, row.starts_at)))
  }
  await fillFreeSeats(ctx, row.id)
  if (!row.course_id) return
  const only = { class_id: row.id }
  if (row.course_id !== before.course_id || row.class_type !== before.class_type)
    await ctx.jobs.publish(ctx, "class.scheduled", only)
  // Memberships that end between the two dates cover the earlier one alone. The other students have a seat, or gave
  // it up.
  else if (row.scheduled_date < before.scheduled_date)
    await ctx.jobs.publish(ctx, "class.moved_earlier", { ...only, moved_from: before.scheduled_date })
}

/** After classes were cancelled: releases kept seats and trials, and withdraws offered times. */
export async function seatsAfterCallingOff(ctx: Ctx, classIds: string[]): Promise<void> {
  await releaseRequests(ctx, classIds)
  await withdrawSlotsOf(ctx, classIds)
}
