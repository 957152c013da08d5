import type pg from "pg"
import { POLL_MS } from "#features/rooms/presence-plan.ts"
import type { Ctx } from "#platform/context.ts"
import { noteOutage, reconcileRoom } from "./reconcile.ts"
import { type ClassWithRoom, listOpenRooms, readLiveClasses } from "./room.ts"

/** How many classes are looked after at the same time; each takes a connection to the database now and then. */
const AT_ONCE = 4
/** The key of the lock that the one polling process holds. */
const LOCK = "kaksha.rooms.poll"

/**
 * Looks into the room of every live class once and reconciles it. A class that fails is logged and does not
 * stop the others; while the video server is away, the time is counted as an outage of each.
 *
 * @param watchedUntil when the caller last did this, null for the first time
 * @returns when this look began, to be passed to the next one
 */
export async function pollLiveRooms(ctx: Ctx, watchedUntil: Date | null): Promise<Date> {
  const at = ctx.clock.now()
  const live = await readLiveClasses(ctx)
  if (live.length === 0) return at
  const openRooms = await listOpenRooms(ctx).catch((error: unknown) => {
    ctx.log.warn({ err: error, classes: live.length }, "the rooms could not be polled")
    return null
  })
  await eachOf(live, async (held) => {
    try {
      if (openRooms) return await reconcileRoom(ctx, held, openRooms, watchedUntil)
    } catch (error) {
      ctx.log.error({ err: error, class_id: held.id }, "the room of a class could not be polled")
    }
    await noteOutage(ctx, held, watchedUntil).catch((error: unknown) => {
      ctx.log.error({ err: error, class_id: held.id }, "an outage could not be noted")
    })
  })
  return at
}

async function eachOf(live: ClassWithRoom[], work: (held: ClassWithRoom) => Promise<void>): Promise<void> {
  const waiting = [...live]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, live.length) }, worker))
}

/**
 * Polls the live rooms every `everyMs` until stopped. Of several processes on one database only one polls; the
 * others take over when it stops or dies. One look is over before the next begins. The answer ends it and waits
 * for a look under way.
 */
export function startRoomPoller(
  makeCtx: () => Ctx,
  { pool, everyMs = POLL_MS }: { pool: pg.Pool; everyMs?: number },
): () => Promise<void> {
  const turn = holdTurn(pool)
  let watchedUntil: Date | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  async function look(): Promise<void> {
    const ctx = makeCtx()
    try {
      // Who takes over does not know when the other one looked last, but the rows do.
      watchedUntil = (await turn.isOurs()) ? await pollLiveRooms(ctx, watchedUntil) : null
    } catch (error) {
      ctx.log.error({ err: error }, "the rooms could not be polled")
    }
  }

  function next(): void {
    if (stopped) return
    const began = performance.now()
    running = look().finally(() => {
      timer = setTimeout(next, Math.max(0, everyMs - (performance.now() - began)))
    })
  }

  next()
  return async () => {
    stopped = true
    await running
    clearTimeout(timer)
    await turn.release()
  }
}

/** A lock of the database that one process holds as long as its connection lives. */
function holdTurn(pool: pg.Pool): { isOurs(): Promise<boolean>; release(): Promise<void> } {
  let holder: pg.PoolClient | null = null

  async function isOurs(): Promise<boolean> {
    if (holder) return true
    const client = await pool.connect()
    let taken = false
    try {
      const { rows } = await client.query<{ taken: boolean }>(
        "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken",
        [LOCK],
      )
      taken = rows[0]?.taken === true
    } finally {
      if (!taken) client.release()
    }
    if (!taken) return false
    // With the connection the lock is lost, and the next look has to ask for it again.
    client.on("error", (error) => {
      if (holder !== client) return
      holder = null
      client.release(error)
    })
    holder = client
    return true
  }

  return {
    isOurs,
    async release() {
      const client = holder
      holder = null
      // Ending the connection frees the lock for sure.
      client?.release(true)
    },
  }
}
