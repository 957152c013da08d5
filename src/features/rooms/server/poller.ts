import type pg from "pg"
import { POLL_MS } from "#features/rooms/presence-plan.ts"
import type { Ctx } from "#platform/context.ts"
import { watchRooms } from "./watch.ts"

/** The key of the lock that the one polling process holds. */
const LOCK = "kaksha.rooms.poll"

/**
 * Looks into the live rooms every `everyMs` until stopped. Of several processes on one database only one looks; the
 * others take over when it stops or dies. A room that is still being looked into is left out of the next turn, so a
 * slow one holds up no other. Returns what ends it and waits for the looks under way.
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
