import { and, eq, gt } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { releaseRequests } from "./demo-trials.ts"
import { fillFreeSeats, holdClass } from "./line.ts"
import type { ClassRow } from "./service.ts"
import { withdrawSlotsOf } from "./slots.ts"
import { demoClassRequests } from "./table.ts"

/** What is wrong with a new capacity of a class as it stands, as a field code; or null. */
export function capacityProblem(row: ClassRow, capacity: number): string | null {
  if (row.one_on_one && capacity !== 1) return "ONE_ON_ONE_CAPACITY"
  return capacity < row.seats_taken + row.seats_held ? "CAPACITY_BELOW_SEATS" : null
}

/**
 * What an edit means for the places in a class that the caller holds: more seats go to who waits, seats are
 * kept for no longer than the new start, and another program's students get places.
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
  if (row.course_id && row.course_id !== before.course_id) {
    await ctx.jobs.publish(ctx, "class.scheduled", { class_id: row.id })
  }
}

/** What calling classes off means: no seat is kept for them, no trial used, no time offered. */
export async function seatsAfterCallingOff(ctx: Ctx, classIds: string[]): Promise<void> {
  await releaseRequests(ctx, classIds)
  await withdrawSlotsOf(ctx, classIds)
}
