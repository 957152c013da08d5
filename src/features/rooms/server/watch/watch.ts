import { setTimeout as delay } from "node:timers/promises"
import type { Ctx } from "#platform/context.ts"
import { VideoUnavailable } from "#platform/video/errors.ts"
import { SECOND } from "#shared/time.ts"
import { noteFailedLook } from "../outages.ts"
import { type ClassWithRoom, listOpenRooms, readLiveClasses } from "../room.ts"
import { reconcileRoom } from "./reconcile.ts"

/** How many healthy rooms, and how many whose last look failed, are looked into at the same time. */
const AT_ONCE = 8
const SUSPECTS_AT_ONCE = 8
/** A look that takes longer no longer blocks the next room; it continues in parallel. */
const SLOW_AFTER_MS = SECOND
/** A look that has not ended by then has failed. Each call to the video server times out after 5 s. */
const FAILED_AFTER_MS = 10 * SECOND
/**
 * The looks wait no longer than this for the list of open rooms, which only says whether one has to be made
 * again.
 */
const LIST_WITHIN_MS = SECOND

export type RoomWatch = {
  /**
   * Starts a look into every live room that is not being looked into; resolves once each of them has started.
   */
  begin(ctx: Ctx): Promise<void>
  /** Resolves when no look is running. */
  settled(): Promise<void>
}

/**
 * Looks into live rooms, each on its own clock: a room whose node is slow or dead delays no other room, and
 * only its own class gets an outage. Rooms that answered last time come first.
 */
export function watchRooms(): RoomWatch {
  const underWay = new Map<string, Promise<void>>()
  const suspects = new Set<string>()
  const healthyPlaces = places(AT_ONCE)
  const suspectPlaces = places(SUSPECTS_AT_ONCE)

  async function look(ctx: Ctx, held: ClassWithRoom, openRooms: ReadonlySet<string> | null): Promise<void> {
    const suspect = suspects.has(held.id)
    const leave = await (suspect ? suspectPlaces : healthyPlaces).take()
    const slow = suspect ? undefined : setTimeout(leave, SLOW_AFTER_MS)
    const looking = reconcileRoom(ctx, held, openRooms)
    try {
      await within(FAILED_AFTER_MS, looking)
      suspects.delete(held.id)
    } catch (error) {
      suspects.add(held.id)
      logFailure(ctx, held, error)
      await noteFailedLook(ctx, held).catch((failure: unknown) => {
        ctx.log.error({ err: failure, class_id: held.id }, "an outage could not be noted")
      })
    } finally {
      clearTimeout(slow)
      leave()
    }
    // A look that timed out may still be running, and must not run in parallel with the next one.
    await looking.catch(() => undefined)
  }

  return {
    async begin(ctx) {
      const live = await readLiveClasses(ctx)
      const ids = new Set(live.map(({ id }) => id))
      for (const id of suspects) if (!ids.has(id)) suspects.delete(id)
      const due = live.filter(({ id }) => !underWay.has(id))
      if (due.length === 0) return
      const openRooms = await readOpenRooms(ctx)
      for (const held of due) {
        const looking = look(ctx, held, openRooms).finally(() => underWay.delete(held.id))
        underWay.set(held.id, looking)
      }
    },
    async settled() {
      await Promise.all(underWay.values())
    },
  }
}

async function readOpenRooms(ctx: Ctx): Promise<ReadonlySet<string> | null> {
  const listing = listOpenRooms(ctx).catch((error: unknown) => {
    ctx.log.warn({ err: error }, "the open rooms could not be listed")
    return null
  })
  return Promise.race([listing, delay(LIST_WITHIN_MS, null, { ref: false })])
}

function logFailure(ctx: Ctx, held: ClassWithRoom, error: unknown): void {
  const about = { err: error, class_id: held.id }
  if (error instanceof VideoUnavailable) ctx.log.warn(about, "the room of a class could not be looked into")
  else ctx.log.error(about, "the room of a class could not be looked into")
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new VideoUnavailable(`the look took longer than ${ms} ms`)), ms)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns a semaphore of `count` slots, given in the order they were asked for. Releasing a slot twice has no
 * effect.
 */
function places(count: number): { take(): Promise<() => void> } {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async take() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let left = false
      return () => {
        if (left) return
        left = true
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
