import { and, desc, eq, inArray, notInArray } from "drizzle-orm"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import type { PushDevice } from "#platform/push/port.ts"
import { newId } from "#shared/ids.ts"
import { pushDevices } from "../table.ts"

/** The most devices of one person. The oldest make room for new ones. */
const MOST_DEVICES = 10

/**
 * Sends push messages to this browser from now on, until the session ends in which it asked. A browser that
 * another person used before changes hands. `replaces` is the
 * address before, which ends. Throws PUSH_SERVICE_UNKNOWN.
 */
export async function addPushDevice(
  ctx: SignedInCtx,
  { replaces, ...device }: PushDevice & { replaces?: string | undefined },
): Promise<{ devices: number }> {
  if (!ctx.push.accepts(device.endpoint)) refuse("PUSH_SERVICE_UNKNOWN")
  const session_id = await ctx.sessions.current(ctx.http)
  if (!session_id) refuse("UNAUTHENTICATED")
  const { user_id } = ctx.viewer
  return inTransaction(ctx, async (tx) => {
    const row = { ...device, user_id, session_id, added_at: tx.clock.now() }
    await tx.db
      .insert(pushDevices)
      .values({ id: newId(), ...row })
      .onConflictDoUpdate({ target: pushDevices.endpoint, set: row })
    if (replaces && replaces !== device.endpoint) await deleteDevice(tx, replaces)
    const kept = tx.db
      .select({ id: pushDevices.id })
      .from(pushDevices)
      .where(eq(pushDevices.user_id, user_id))
      .orderBy(desc(pushDevices.added_at), desc(pushDevices.id))
      .limit(MOST_DEVICES)
    await tx.db
      .delete(pushDevices)
      .where(and(eq(pushDevices.user_id, user_id), notInArray(pushDevices.id, kept)))
    return { devices: await countDevices(tx, user_id) }
  })
}

/** Ends push messages to one of the viewer's browsers; repeating it changes nothing. */
export async function removePushDevice(ctx: SignedInCtx, endpoint: string): Promise<{ devices: number }> {
  await deleteDevice(ctx, endpoint)
  return { devices: await countDevices(ctx, ctx.viewer.user_id) }
}

async function deleteDevice({ db, viewer }: SignedInCtx, endpoint: string): Promise<void> {
  await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.user_id, viewer.user_id), eq(pushDevices.endpoint, endpoint)))
}

/** Returns the addresses of a person's devices, newest first. */
export async function listEndpoints({ db }: Pick<Ctx, "db">, userId: string): Promise<string[]> {
  const rows = await db
    .select({ endpoint: pushDevices.endpoint })
    .from(pushDevices)
    .where(eq(pushDevices.user_id, userId))
    .orderBy(desc(pushDevices.added_at))
  return rows.map((row) => row.endpoint)
}

async function countDevices({ db }: Pick<Ctx, "db">, userId: string): Promise<number> {
  return db.$count(pushDevices, eq(pushDevices.user_id, userId))
}

/** Returns which of these people have a device that push messages go to. One query. */
export async function findPeopleWithDevices(
  { db }: Pick<Ctx, "db">,
  people: readonly string[],
): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ user_id: pushDevices.user_id })
    .from(pushDevices)
    .where(inArray(pushDevices.user_id, [...people]))
  return new Set(rows.map((row) => row.user_id))
}
