import { doubtful, type KnownConnection, planPoll } from "#features/rooms/presence-plan.ts"
import type { Ctx } from "#platform/context.ts"
import { tellRoom } from "../board/broadcast.ts"
import { reconcileMeeting } from "../meetings/reconcile-meeting.ts"
import { type ClassWithRoom, ensureRoom } from "../room.ts"
import { applyRuling, type Inside, listInside } from "./enforce.ts"
import { type LastLook, noteLook } from "./note-look.ts"
import { directRows, type RoomRows } from "./room-rows.ts"

/** What whoever watches a room remembers between two looks. */
export type Watcher = LastLook & {
  rows: RoomRows
  /** Whether a list of people says nothing that calls for more than a glance. */
  isAsBefore(inside: readonly Inside[]): boolean
  /** The room's connections, if they are known and nobody else wrote of them since. */
  known(): readonly KnownConnection[] | null
}

/** What a look found. */
export type Seen = {
  at: Date
  /** Everybody on the list, dead or alive. */
  inside: readonly Inside[]
  /** Everybody was as they should be, and nothing was written of them. */
  settled: boolean
  known: readonly KnownConnection[] | null
}

/**
 * Updates one live class from its room: makes the room if the video server forgot it, records who is in it,
 * decides whether students are held, and removes or corrects people according to the rules. Every step can be
 * repeated. A watcher who finds everything as before does nothing else. Throws VideoUnavailable.
 */
export async function reconcileRoom(ctx: Ctx, held: ClassWithRoom, watcher?: Watcher): Promise<Seen> {
  if (ctx.video.meetings) {
    const at = ctx.clock.now()
    await reconcileMeeting(ctx, held, watcher)
    return { at, inside: [], settled: false, known: null }
  }
  const rows = watcher?.rows ?? directRows(ctx)
  const known = watcher?.known() ?? (await rows.connections(held.id))
  const at = ctx.clock.now()
  let all = held.room ? await listInside(ctx, held.room.name) : []
  if (watcher?.isAsBefore(all)) return { at, inside: all, settled: true, known }
  const room = await ensureRoom(ctx, held, all.length > 0)
  if (!room) return { at, inside: [], settled: true, known }
  if (room.name !== held.room?.name) all = await listInside(ctx, room.name)
  const inside = await withoutDead(ctx, room.name, known, all)
  // Read again, because the instructor may have changed the rules while the list was loading.
  const ruled = (await rows.held(held.id)) ?? held
  const personIds = inside.map((one) => one.personId)
  const [roles, allowances] = await Promise.all([
    rows.roles({ held: ruled, personIds }),
    rows.allowances(held.id),
  ])
  // Events of a deleted account can't be stored.
  const listed = inside.filter((one) => roles.has(one.personId))
  const lookedAt = latestOf(watcher?.at ?? null, held.room?.polled_at ?? null)
  const events = planPoll({ classId: held.id, known, listed, lookedAt, at })
  if (events.length > 0) await rows.record(events)
  const attended = inside.some((one) => roles.get(one.personId) === "instructor")
  const current = ruled.room?.name === room.name ? ruled.room : room
  const { after, revision } = await noteLook(ctx, { ...ruled, room: current }, { at, attended }, watcher)
  const alone = after.held_since !== null
  const ruling = { held: ruled, roomName: room.name, alone, roles, allowances }
  const wereRight = await applyRuling(ctx, ruling, inside)
  if (revision !== null) await tellRoom(ctx, held.id, { revision, waiting: alone })
  const isDecided = after.unattended_since === null || after.held_since !== null
  return { at, inside: all, settled: wereRight && isDecided && events.length === 0, known }
}

/** Leaves out who died with a node of the video server and is listed all the same. */
async function withoutDead(
  ctx: Ctx,
  roomName: string,
  known: readonly KnownConnection[],
  inside: readonly Inside[],
): Promise<readonly Inside[]> {
  const asked = doubtful(known, inside)
  if (asked.length === 0) return inside
  const sids = await Promise.all(
    asked.map(({ identity }) => ctx.video.port.respondingSid(roomName, identity)),
  )
  const dead = new Set(asked.filter(({ sid }, index) => sids[index] !== sid))
  return inside.filter((one) => !dead.has(one))
}

function latestOf(one: Date | null, other: Date | null): Date | null {
  return one && other ? (one > other ? one : other) : (one ?? other)
}
