import { setTimeout as delay } from "node:timers/promises"

/**
 * By then, in milliseconds, a balancer that asks each second whether this process is ready has noticed that
 * it stops.
 */
const NOTICED_AFTER_MS = 2_000
const LOOK_EACH_MS = 50

export type Leaving = {
  /** Counts a request while its response is being made. A stream counts until it begins. */
  answering<T>(work: () => Promise<T>): Promise<T>
  /** Whether the process was told to stop. */
  draining(): boolean
  /**
   * Reports to the balancer that this process stops, and waits until it can know and all requests from
   * meanwhile are finished, but no longer than the limit.
   */
  drain(): Promise<void>
  /** Waits until all requests are finished, but no longer than so many milliseconds. */
  answered(mostMs: number): Promise<void>
}

/**
 * Handles the stop of a process that still takes requests for at most so many milliseconds after it was told
 * to stop.
 */
export function openLeaving(mostMs: number): Leaving {
  let open = 0
  let isLeaving = false

  async function answering<T>(work: () => Promise<T>): Promise<T> {
    open += 1
    try {
      return await work()
    } finally {
      open -= 1
    }
  }

  async function drain(): Promise<void> {
    isLeaving = true
    const noticedAfter = Math.min(mostMs, NOTICED_AFTER_MS)
    await delay(noticedAfter)
    await answered(mostMs - noticedAfter)
  }

  async function answered(mostMs: number): Promise<void> {
    const until = performance.now() + mostMs
    while (open > 0 && performance.now() < until) await delay(LOOK_EACH_MS)
  }

  return { answering, draining: () => isLeaving, drain, answered }
}
