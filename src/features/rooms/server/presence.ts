import { and, asc, eq, exists, gt, inArray, notInArray, or, type SQL, sql } from "drizzle-orm"
import { HEARTBEAT_MS, type KnownConnection, type PresenceEvent } from "#features/rooms/presence-plan.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { prepared } from "#platform/database/db.ts"
import { emit } from "#platform/events.ts"
import { classRooms, presenceEvents } from "./table.ts"

/** Where a room was not looked into for so long, older events are no evidence that somebody is still there. */
const RECENT_MS = 4 * HEARTBEAT_MS

/**
 * Appends observations; an event whose id is already stored changes nothing. New ones are published as
 * `presence.changed`, and sent to browsers if they change who is there.
 */
export async function recordPresence(ctx: Ctx, events: readonly PresenceEvent[]): Promise<void> {
  if (events.length === 0) return
  await inTransaction(ctx, async (tx) => {
    const written = await appendPresence(tx, events)
    for (const [classId, rows] of Map.groupBy(written, (row) => row.class_id)) {
      await tx.jobs.publish(tx, "presence.changed", { class_id: classId })
      if (!(await areHeartbeats(tx, rows))) await emit(tx, "class.presence", classId)
    }
  })
}

/** Appends observations without telling anybody, as for past classes. Returns the new ones. */
export function appendPresence(ctx: Pick<Ctx, "db">, events: readonly PresenceEvent[]) {
  return ctx.db.insert(presenceEvents).values(events.map(toRow)).onConflictDoNothing().returning({
    id: presenceEvents.id,
    class_id: presenceEvents.class_id,
    connection_id: presenceEvents.connection_id,
    kind: presenceEvents.kind,
  })
}

function toRow(event: PresenceEvent): typeof presenceEvents.$inferInsert {
  return {
    id: event.id,
    class_id: event.classId,
    person_id: event.personId,
    device_id: event.deviceId,
    connection_id: event.connectionId,
    kind: event.kind,
    source: event.source,
    at: event.at,
  }
}

// A hundred students make some heartbeats in every poll; without this check every browser would reload every
// 5 s.
async function areHeartbeats(
  tx: Pick<Ctx, "db">,
  rows: { id: string; class_id: string; connection_id: string; kind: string }[],
): Promise<boolean> {
  const [first] = rows
  if (!first || rows.some((row) => row.kind !== "seen")) return false
  const connections = rows.map((row) => row.connection_id)
  const before = await tx.db
    .selectDistinctOn([presenceEvents.connection_id], { kind: presenceEvents.kind })
    .from(presenceEvents)
    .where(
      and(
        eq(presenceEvents.class_id, first.class_id),
        inArray(presenceEvents.connection_id, connections),
        notInArray(
          presenceEvents.id,
          rows.map((row) => row.id),
        ),
      ),
    )
    .orderBy(presenceEvents.connection_id, sql`${presenceEvents.at} desc`)
  return before.length === connections.length && before.every((row) => row.kind !== "gone")
}

/** Returns all presence events of a class, oldest first; attendance is derived from them. */
export async function listPresence(ctx: Pick<Ctx, "db">, classId: string): Promise<PresenceEvent[]> {
  const rows = await ctx.db
    .select()
    .from(presenceEvents)
    .where(eq(presenceEvents.class_id, classId))
    .orderBy(asc(presenceEvents.at), asc(presenceEvents.id))
  return rows.map((row) => ({
    id: row.id,
    classId: row.class_id,
    personId: row.person_id,
    deviceId: row.device_id,
    connectionId: row.connection_id,
    kind: row.kind as PresenceEvent["kind"],
    source: row.source as PresenceEvent["source"],
    at: row.at,
  }))
}

/** Returns all connections that a class ever had, with what the next look needs to know of each. */
export async function readConnections(ctx: Pick<Ctx, "db">, classId: string): Promise<KnownConnection[]> {
  const [connections] = await readConnectionsOf(ctx, [classId])
  return connections ?? []
}

/** The same of each of these classes, in their order. One query. */
export async function readConnectionsOf(
  ctx: Pick<Ctx, "db">,
  classIds: readonly string[],
): Promise<KnownConnection[][]> {
  const { class_id, connection_id, person_id, device_id, kind, at } = presenceEvents
  const latest = (wanted: PresenceEvent["kind"]): SQL<Date | null> =>
    sql`max(${at}) filter (where ${kind} = ${wanted})`.mapWith((value: string) => new Date(value))
  const rows = await ctx.db
    .select({
      classId: class_id,
      connectionId: connection_id,
      personId: person_id,
      deviceId: device_id,
      joinedAt: latest("joined"),
      lastSeenAt: latest("seen"),
      lastGoneAt: latest("gone"),
      hasLeft: sql<boolean>`bool_or(${kind} = 'left')`,
    })
    .from(presenceEvents)
    .where(inArray(class_id, [...classIds]))
    .groupBy(class_id, connection_id, person_id, device_id)
    .having(sql`bool_or(${kind} in ('joined', 'seen'))`)
  const byClass = Map.groupBy(rows, ({ classId }) => classId)
  return classIds.map((id) => byClass.get(id) ?? [])
}

/**
 * Returns how many people are in the room, by the latest event of each connection; one person's devices count
 * once.
 */
export async function countPresent(ctx: Pick<Ctx, "db" | "clock">, classId: string): Promise<number> {
  const recently = new Date(ctx.clock.now().getTime() - RECENT_MS).toISOString()
  const [row] = await presentInClass(ctx.db, { class: classId, recently })
  return row?.people ?? 0
}

/** Built once: everybody's page of the room shows it. */
const presentInClass = prepared("present_in_class", (db) => {
  const classId = sql.placeholder("class")
  const recently = sql`${sql.placeholder("recently")}::timestamptz`
  const watched = db
    .select({ class_id: classRooms.class_id })
    .from(classRooms)
    .where(and(eq(classRooms.class_id, classId), gt(classRooms.polled_at, recently)))
  const latest = db
    .selectDistinctOn([presenceEvents.connection_id], {
      person_id: presenceEvents.person_id,
      kind: presenceEvents.kind,
    })
    .from(presenceEvents)
    .where(and(eq(presenceEvents.class_id, classId), or(gt(presenceEvents.at, recently), exists(watched))))
    // A `left` is final, even if other events have later timestamps.
    .orderBy(
      presenceEvents.connection_id,
      sql`${presenceEvents.kind} = 'left' desc`,
      sql`${presenceEvents.at} desc`,
    )
    .as("latest")
  return db
    .select({ people: sql<number>`count(distinct ${latest.person_id})::int` })
    .from(latest)
    .where(inArray(latest.kind, ["joined", "seen"]))
})
