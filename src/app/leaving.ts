import { setTimeout as delay } from "node:timers/promises"

/** A balancer that asks each second whether this process is ready knows by then that it leaves. */
const NOTICED_AFTER_MS = 2_000
const LOOK_EACH_MS = 50

export type Leaving = {
  /** Counts a request while its answer is being made. A stream counts until it begins. */
  answering<T>(work: () => Promise<T>): Promise<T>
  /** Whether the process was told to stop. */
  draining(): boolean
  /**
   * Tells the balancer that this process leaves, and waits until it can know and everything that came meanwhile is
   * answered, but no longer than it was given.
   */
  drain(): Promise<void>
}

/** How a process leaves that takes requests for so many milliseconds at most after it was told to stop. */
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
    const until = performance.now() + mostMs
    await delay(Math.min(mostMs, NOTICED_AFTER_MS))
    while (open > 0 && performance.now() < until) await delay(LOOK_EACH_MS)
  }

  return { answering, draining: () => isLeaving, drain }
}
