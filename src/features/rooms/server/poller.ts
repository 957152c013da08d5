import type pg from "pg"
import { POLL_MS } from "#features/rooms/presence-plan.ts"
import type { Ctx } from "#platform/context.ts"
import { watchRooms } from "./watch/watch.ts"

/** The key of the lock held by the one polling process. */
const LOCK = "kaksha.rooms.poll"

/**
 * Looks into the live rooms every `everyMs` until stopped. Of several processes on one database only one
 * polls; another takes over when it stops or dies. A room whose look is still running is skipped, so a slow
 * one holds up no other. Returns a function that stops polling and waits for running looks.
 */
export function startRoomPoller(
  makeCtx: () => Ctx,
  { pool, everyMs = POLL_MS }: { pool: pg.Pool; everyMs?: number },
): () => Promise<void> {
  const turn = holdTurn(pool)
  const watch = watchRooms()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let beginning = Promise.resolve()

  async function begin(): Promise<void> {
    const ctx = makeCtx()
    try {
      if (await turn.isOurs()) await watch.begin(ctx)
    } catch (error) {
      ctx.log.error({ err: error }, "the rooms could not be polled")
    }
  }

  function next(): void {
    if (stopped) return
    const began = performance.now()
    beginning = begin().finally(() => {
      timer = setTimeout(next, Math.max(0, everyMs - (performance.now() - began)))
    })
  }

  next()
  return async () => {
    stopped = true
    await beginning
    clearTimeout(timer)
    await watch.settled()
    await turn.release()
  }
}

/** A database lock that one process keeps as long as its connection is open. */
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
    // Losing the connection loses the lock, and the next look has to acquire it again.
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
      // Closing the connection is sure to release the lock.
      client?.release(true)
    },
  }
}
