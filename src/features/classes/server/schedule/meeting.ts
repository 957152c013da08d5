import { and, eq, inArray } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { MeetUnavailable } from "#platform/meet/port.ts"
import { findUndecidedCopy, isOfOriginal } from "#platform/restored.ts"
import { dateInZone, SECOND } from "#shared/time.ts"
import { type ClassRow, readClass } from "../service.ts"
import { scheduledClasses } from "../table.ts"

export const MEETING_QUEUE = "classes.sync-meeting"
/** After this time the immediate attempt has succeeded or failed. */
const AFTER_FIRST_ATTEMPT_MS = 30 * SECOND

/**
 * Makes sure that new classes get their Google Meet, if it is configured: one job for each, in the caller's
 * transaction. `tryMeeting` handles the first one at once, so its job waits.
 */
export async function planMeetings(tx: Ctx, classIds: readonly string[]): Promise<void> {
  if (!tx.meet) return
  const startAfter = new Date(tx.clock.now().getTime() + AFTER_FIRST_ATTEMPT_MS)
  for (const [index, class_id] of classIds.entries()) {
    await tx.jobs.send(tx, MEETING_QUEUE, { class_id }, index === 0 ? { startAfter } : {})
  }
}

/**
 * Creates the class's Google Meet right after it was saved. A failure is logged and does not affect the
 * class.
 */
export async function tryMeeting(ctx: Ctx, classId: string): Promise<void> {
  if (!ctx.meet) return
  try {
    await syncMeeting(ctx, classId)
  } catch (error) {
    if (!(error instanceof MeetUnavailable)) throw error
    ctx.log.warn({ err: error, class_id: classId }, "a Google Meet link could not be made yet")
  }
}

/**
 * Synchronises the class's Google Meet with the class: creates, moves or cancels it. Running again changes
 * nothing. Throws MeetUnavailable.
 */
export async function syncMeeting(ctx: Ctx, classId: string): Promise<void> {
  if (!ctx.meet) return
  const copy = await findUndecidedCopy(ctx)
  // A copied database must not touch the meeting of the original, which may still use it.
  if (copy && isOfOriginal(copy, classId)) return
  const row = await readClass(ctx, classId)
  const key = classId.replaceAll("-", "")
  if (!row || row.status === "cancelled" || row.delivery === "on_premises") return ctx.meet.cancel(key)
  if (row.status === "completed") return
  const { link } = await ctx.meet.save({ key, ...describe(row, ctx.env.TIME_ZONE) })
  if (link === row.meet_link) return
  await ctx.db
    .update(scheduledClasses)
    .set({ meet_link: link })
    .where(and(eq(scheduledClasses.id, classId), inArray(scheduledClasses.status, ["scheduled", "live"])))
  await emit(ctx, "class.changed", classId)
}

function describe(row: ClassRow, zone: string) {
  return {
    zone,
    title: row.title,
    description: row.description,
    startDateTime: `${row.scheduled_date}T${row.start_time.slice(0, 5)}:00`,
    // After a change of the zone a class may end on the next day.
    endDateTime: `${dateInZone(row.ends_at, zone)}T${row.end_time.slice(0, 5)}:00`,
  }
}
