import { and, eq, isNull, lte, sql } from "drizzle-orm"
import { LINK_SECONDS, REPLACED_STAYS_MS } from "#features/recordings/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { eachByItself } from "#platform/jobs/each.ts"
import { DAY, SECOND } from "#shared/time.ts"
import { classRecordings, type RecordingStore, replacedRecordingFiles } from "./table.ts"

/** The most files removed at once. */
const MOST_REMOVED = 500

type Row = typeof classRecordings.$inferSelect
export type Place = { store: RecordingStore; key: string }

/** Whether the file of a recording will not be replaced by a better one. */
export function isFinal(row: Row): boolean {
  return (
    row.status === "completed" &&
    row.file_path !== null &&
    row.recording_ended_at !== null &&
    row.processed_bytes >= row.received_bytes
  )
}

/**
 * Records that a link opens the current file of a recording, so that it is kept when a better one replaces
 * it. Returns false if it was already replaced: the link must then open the new one.
 */
export async function noteLink(ctx: Ctx, { id, file_path }: Row): Promise<boolean> {
  const until = new Date(ctx.clock.now().getTime() + LINK_SECONDS * SECOND)
  const { id: ofRow, file_path: path, linked_until } = classRecordings
  const [noted] = await ctx.db
    .update(classRecordings)
    .set({ linked_until: sql`greatest(${linked_until}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(ofRow, id), file_path === null ? isNull(path) : eq(path, file_path)))
    .returning({ id: ofRow })
  return noted !== undefined
}

/** Returns when a file goes that is replaced now and that links open until `linkedUntil`. */
export function endOfReplaced(ctx: Pick<Ctx, "clock">, linkedUntil: Date | null): Date {
  const stays = ctx.clock.now().getTime() + REPLACED_STAYS_MS
  return new Date(Math.max(stays, linkedUntil?.getTime() ?? 0))
}

/** Records files to be removed at an instant, in the transaction after which nothing refers to them. */
export async function noteReplaced(ctx: Ctx, places: Place[], remove_at: Date): Promise<void> {
  if (places.length === 0) return
  await ctx.db
    .insert(replacedRecordingFiles)
    .values(places.map((place) => ({ ...place, remove_at })))
    .onConflictDoNothing()
}

/** Keeps a file after all, in the transaction that stores its place. */
export async function forgetReplaced(ctx: Ctx, place: Place): Promise<void> {
  await ctx.db.delete(replacedRecordingFiles).where(isPlace(place))
}

function isPlace({ store, key }: Place) {
  return and(eq(replacedRecordingFiles.store, store), eq(replacedRecordingFiles.key, key))
}

/**
 * Removes replaced files that no link and no backup needs any more. If one can't be removed it is tried again a day later.
 */
export async function removeReplaced(ctx: Ctx): Promise<void> {
  const { store: inStore, key: ofKey, remove_at } = replacedRecordingFiles
  const due = await ctx.db
    .select({ store: inStore, key: ofKey })
    .from(replacedRecordingFiles)
    .where(lte(remove_at, ctx.clock.now()))
    .limit(MOST_REMOVED)
  const stuck = await eachByItself(ctx, due, async (place) => {
    await (place.store === "spool" ? ctx.spool.remove(place.key) : ctx.files.remove(place.key))
    await ctx.db.delete(replacedRecordingFiles).where(isPlace(place))
  })
  const tomorrow = new Date(ctx.clock.now().getTime() + DAY)
  for (const place of stuck)
    await ctx.db.update(replacedRecordingFiles).set({ remove_at: tomorrow }).where(isPlace(place))
}
