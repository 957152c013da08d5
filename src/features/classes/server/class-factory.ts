import type { ClassDraft } from "#contract/classes/classes.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { Refusal } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { dateInZone, MINUTE, timeInZone } from "#shared/time.ts"
import { scheduleClass } from "./schedule/schedule.ts"
import { scheduledClasses } from "./table.ts"

/** For tests: a draft of a class on Saturday, 21 November 2026, 17:00 to 18:00. */
export function draftClass(overrides: Partial<ClassDraft> = {}): ClassDraft {
  return {
    title: "Fractions",
    description: "Halves and quarters",
    subject: "mathematics",
    curriculum: "CBSE",
    grade: "6",
    scheduled_date: "2026-11-21",
    start_time: "17:00",
    end_time: "18:00",
    max_capacity: 30,
    class_type: "regular",
    auto_record: false,
    delivery: "online",
    ...overrides,
  }
}

/** For tests: schedules a class through the service and returns its id. */
export async function createClass(ctx: SignedInCtx, overrides: Partial<ClassDraft> = {}): Promise<string> {
  return (await scheduleClass(ctx, draftClass(overrides))).id
}

/** For tests: inserts a class directly, at any time. `from` and `to` are minutes from the context's now. */
export async function placeClass(
  ctx: Ctx,
  instructorId: string,
  from: number,
  to: number,
  columns: Partial<typeof scheduledClasses.$inferInsert> = {},
): Promise<string> {
  const now = ctx.clock.now().getTime()
  const starts_at = new Date(now + from * MINUTE)
  const ends_at = new Date(now + to * MINUTE)
  const zone = ctx.env.TIME_ZONE
  const id = newId()
  await ctx.db.insert(scheduledClasses).values({
    id,
    instructor_id: instructorId,
    title: "Fractions",
    subject: "mathematics",
    curriculum: "CBSE",
    scheduled_date: dateInZone(starts_at, zone),
    start_time: timeInZone(starts_at, zone),
    end_time: timeInZone(ends_at, zone),
    starts_at,
    ends_at,
    max_capacity: 30,
    ...columns,
  })
  return id
}

/** For tests: returns the code a service refused with, or its field codes, or "done" if it did not refuse. */
export async function outcomeOf(work: Promise<unknown>): Promise<string | Record<string, string>> {
  try {
    await work
    return "done"
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === "FIELD_ERRORS"
      ? (error.data as { fields: Record<string, string> }).fields
      : error.code
  }
}
