import { POLL_MS } from "#features/rooms/presence-plan.ts"
import type { Ctx } from "#platform/context.ts"
import { VideoUnavailable } from "#platform/video/errors.ts"
import { SECOND } from "#shared/time.ts"
import { noteFailedLook, noteLookedAt } from "../outages.ts"
import type { ClassWithRoom } from "../room.ts"
import { NOTED_EACH_MS } from "./note-look.ts"
import { places } from "./places.ts"
import { reconcileRoom } from "./reconcile.ts"
import { sharedRows } from "./room-rows.ts"
import { WatchedRoom } from "./watched-room.ts"

/** How many healthy rooms, and how many whose last look failed, are looked into at the same time. */
const AT_ONCE = 32
const SUSPECTS_AT_ONCE = 8
/** A look that takes longer no longer blocks the next room; it continues in parallel. */
const SLOW_AFTER_MS = SECOND
/** A look that has not ended by then has failed. Each call to the video server times out after 5 s. */
const FAILED_AFTER_MS = 10 * SECOND

export type RoomWatch = {
  /** Watches these live classes and no others; a new one is looked into at once. */
  follow(live: readonly ClassWithRoom[]): void
  /** Has the next look into a room read everything; into all of them without a class. */
  touch(classId?: string): void
  /** Starts the looks that are due. */
  begin(): void
  /** Stores when rooms were looked into, where that is due; where it is not stored with `all`. */
  note(all?: boolean): Promise<void>
  /** Resolves when no look is running. */
  settled(): Promise<void>
}

/**
 * Looks into live rooms, each on its own clock: a room whose node is slow or dead delays no other room, and
 * only its own class gets an outage. Rooms that answered last time come first. Where nothing changed a look is
 * one question to the video server, and writes nothing.
 */
export function watchRooms(makeCtx: () => Ctx, everyMs = POLL_MS): RoomWatch {
  const rooms = new Map<string, WatchedRoom>()
  const looks = new Set<Promise<void>>()
  const rows = sharedRows(makeCtx)
  const healthyPlaces = places(AT_ONCE)
  const suspectPlaces = places(SUSPECTS_AT_ONCE)

  async function look(ctx: Ctx, room: WatchedRoom): Promise<void> {
    const suspect = room.failed
    const leave = await (suspect ? suspectPlaces : healthyPlaces).take()
    const slow = suspect ? undefined : setTimeout(leave, SLOW_AFTER_MS)
    const { held } = room
    room.begin()
    const looking = reconcileRoom(ctx, held, room)
    try {
      room.keep(await within(FAILED_AFTER_MS, looking))
    } catch (error) {
      room.fail()
      logFailure(ctx, held, error)
      await noteFailedLook(ctx, held, room.at).catch((failure: unknown) => {
        ctx.log.error({ err: failure, class_id: held.id }, "an outage could not be noted")
      })
    } finally {
      clearTimeout(slow)
      leave()
    }
    // A look that timed out may still be running, and must not run in parallel with the next one.
    await looking.catch(() => undefined)
  }

  function start(ctx: Ctx, room: WatchedRoom, now: number): void {
    // Those that were found together are spread out, so that they don't come together each time.
    const isFirst = room.at === null && !room.failed
    room.dueAt = now + everyMs * (isFirst ? Math.random() : 1)
    const looking = look(ctx, room).finally(() => {
      room.looking = null
      looks.delete(looking)
    })
    room.looking = looking
    looks.add(looking)
  }

  return {
    follow(live) {
      const ids = new Set(live.map(({ id }) => id))
      for (const id of rooms.keys()) if (!ids.has(id)) rooms.delete(id)
      for (const held of live) {
        const room = rooms.get(held.id)
        if (room) room.take(held)
        else rooms.set(held.id, new WatchedRoom(held, rows))
      }
    },
    touch(classId) {
      if (classId !== undefined) rooms.get(classId)?.touch()
      else for (const room of rooms.values()) room.touch()
    },
    begin() {
      const now = performance.now()
      const due = [...rooms.values()].filter((room) => !room.looking && room.dueAt <= now)
      if (due.length === 0) return
      const ctx = makeCtx()
      for (const room of due) start(ctx, room, now)
    },
    async note(all = false) {
      const due = [...rooms.values()].filter(({ at, notedAt, failed }) => {
        if (!at || failed || at === notedAt) return false
        return all || !notedAt || at.getTime() - notedAt.getTime() >= NOTED_EACH_MS
      })
      const noted = due.flatMap((room) => (room.at ? [{ classId: room.held.id, at: room.at }] : []))
      await noteLookedAt(makeCtx(), noted)
      for (const room of due) room.notedAt = room.at
    },
    async settled() {
      await Promise.all(looks)
    },
  }
}

function logFailure(ctx: Ctx, held: ClassWithRoom, error: unknown): void {
  const about = { err: error, class_id: held.id }
  if (error instanceof VideoUnavailable) ctx.log.warn(about, "the room of a class could not be looked into")
  else ctx.log.error(about, "the room of a class could not be looked into")
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new VideoUnavailable(`the look took longer than ${ms} ms`)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
