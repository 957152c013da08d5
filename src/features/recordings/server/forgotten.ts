import { and, eq, isNull, lt } from "drizzle-orm"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { emitRecordings, PROCESS_QUEUE } from "./service.ts"
import { classRecordings } from "./table.ts"

/** The most recordings of a kind that end in a minute. */
const MOST_AT_ONCE = 100

type Row = typeof classRecordings.$inferSelect

/**
 * Removes recordings that were announced but never began, for example because the browser was closed: nothing
 * arrived, and the recorder never reported that it records. If it did report, its device may still have
 * everything.
 */
export async function removeNeverBegun(ctx: Ctx, before: Date): Promise<void> {
  const { id, class_id, status, received_bytes, received_at, created_at } = classRecordings
  const silent = and(
    eq(status, "recording"),
    eq(received_bytes, 0),
    eq(received_at, created_at),
    lt(created_at, before),
  )
  for (const row of await ctx.db
    .select({ id, class_id })
    .from(classRecordings)
    .where(silent)
    .limit(MOST_AT_ONCE)) {
    if (((await ctx.spool.received(row.id)) ?? 0) > 0) continue
    await inTransaction(ctx, async (tx) => {
      // In the order in which its recorder does, which may begin with the same id at this moment.
      const ofClass = eq(scheduledClasses.id, row.class_id)
      await tx.db
        .select({ id: scheduledClasses.id })
        .from(scheduledClasses)
        .where(ofClass)
        .for("no key update")
      const removed = await tx.db
        .delete(classRecordings)
        .where(and(eq(id, row.id), silent))
        .returning({ id })
      if (removed.length > 0) await emitRecordings(tx, row.class_id)
    })
    await ctx.spool.remove(row.id)
  }
}

/** Closes recordings that nobody came back to in a week, whether or not they were processed meanwhile. */
export async function closeForgotten(ctx: Ctx, before: Date): Promise<void> {
  const { recording_ended_at, received_at } = classRecordings
  const forgotten = and(isNull(recording_ended_at), lt(received_at, before))
  for (const row of await ctx.db.select().from(classRecordings).where(forgotten).limit(MOST_AT_ONCE)) {
    const arrived = (await ctx.spool.received(row.id)) ?? 0
    const isMade = arrived <= row.processed_bytes
    const closed = await inTransaction(ctx, async (tx) => {
      const rows = await tx.db
        .update(classRecordings)
        .set({
          ...closingOf(row, arrived),
          recording_ended_at: row.received_at,
          updated_at: tx.clock.now(),
        })
        .where(and(eq(classRecordings.id, row.id), forgotten))
        .returning({ status: classRecordings.status })
      if (rows.length === 0) return false
      if (!isMade) await tx.jobs.send(tx, PROCESS_QUEUE, { recording_id: row.id })
      await emitRecordings(tx, row.class_id)
      return true
    })
    if (closed && isMade) await ctx.spool.remove(row.id)
  }
}

/**
 * Returns how a forgotten recording ends: bytes that are in no file yet are processed like those of a finished one,
 * otherwise what was made is the recording, and one of which nothing arrived failed.
 */
function closingOf(row: Row, arrived: number): Partial<Row> {
  if (arrived > row.processed_bytes)
    return { received_bytes: arrived, ...(row.status === "recording" && { status: "processing" }) }
  if (row.file_path) return { status: "completed", failure: null }
  return {
    status: "failed",
    failure: row.received_bytes > 0 ? "MISSING" : "NOTHING_RECORDED",
    received_bytes: 0,
  }
}
