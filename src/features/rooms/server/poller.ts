import { POLL_MS } from "#features/rooms/presence-plan.ts"
import type { Ctx } from "#platform/context.ts"
import type { Change, Changes } from "#platform/events.ts"
import { holdShares, LEASE_MS, RENEW_MS } from "#platform/leases/leases.ts"
import { readLiveClassesOf, WATCH_SHARES } from "./room.ts"
import { watchRooms } from "./watch/watch.ts"

/** Rooms that are due are looked for this often in the time between two looks. */
const TURNS = 50

/** Changes of a class that say nothing about who may be in its room. */
const UNRELATED = new Set(["class.attendance", "class.notices", "class.recordings"])

type Options = {
  changes: Pick<Changes, "on">
  everyMs?: number
  leaseMs?: number
}

/**
 * Looks into live rooms, into each every `everyMs`, until stopped. The processes on one database share the rooms
 * by leases; what one held that stops or dies is taken over by the others. Returns a function that stops
 * watching and waits for running looks.
 */
export function startRoomPoller(
  makeCtx: () => Ctx,
  { changes, everyMs = POLL_MS, leaseMs = LEASE_MS }: Options,
): () => Promise<void> {
  const shares = holdShares(makeCtx().db, "rooms", WATCH_SHARES, leaseMs)
  const watch = watchRooms(makeCtx, everyMs)

  const stops = [
    changes.on("class:*", ({ name, id }: Change) => {
      if (UNRELATED.has(name)) return
      watch.touch(name === "resync" ? undefined : id)
      // A class that is over is watched no longer, or a look could miss its closed room.
      if (name === "class.started" || name === "class.ended" || name === "class.cancelled") follow.now()
    }),
  ]

  async function readShares(): Promise<void> {
    const before = shares.held()
    await shares.renew()
    const now = shares.held()
    if (now.size !== before.size || [...now].some((share) => !before.has(share))) follow.now()
  }

  async function readRooms(): Promise<void> {
    watch.follow(await readLiveClassesOf(makeCtx(), shares.held()))
  }

  const follow = repeat(makeCtx, everyMs, readRooms)
  const renew = repeat(makeCtx, (leaseMs * RENEW_MS) / LEASE_MS, readShares)
  const note = repeat(makeCtx, everyMs, () => watch.note())
  // Nobody knows who watches once a lease could not be renewed.
  const turn = setInterval(() => shares.held().size > 0 && watch.begin(), everyMs / TURNS)

  return async () => {
    clearInterval(turn)
    for (const stop of stops) stop()
    await Promise.all([follow, renew, note].map((repeated) => repeated.stop()))
    await watch.settled()
    await watch.note(true)
    await shares.release()
  }
}

/** Runs `work` at once, and again so many milliseconds after it ended, or at once when that is asked for. */
function repeat(makeCtx: () => Ctx, afterMs: number, work: () => Promise<void>) {
  let stopped = false
  let again = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    again = false
    try {
      await work()
    } catch (error) {
      makeCtx().log.error({ err: error }, "live rooms could not be watched")
    }
    running = null
    if (!stopped) timer = setTimeout(start, again ? 0 : afterMs)
  }

  function start(): void {
    clearTimeout(timer)
    running = run()
  }

  start()
  return {
    now() {
      again = true
      if (!running && !stopped) start()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
