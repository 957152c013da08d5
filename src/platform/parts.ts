import type { Patience } from "./patience.ts"

/** The state of a service that this product needs, as reported by /readyz. */
export type PartState = {
  /** "off" where it isn't configured, "unknown" before the first probe is done. */
  state: "up" | "down" | "silent" | "unknown" | "off"
  /** For how long it has not responded, in seconds; 0 while it does. */
  silent_seconds: number
}

/** Whether an external server responds. Reading never waits: it may start a probe for the next read. */
export type Part = { read(): PartState }

/**
 * Follows the state of a part by calling `probe`, which throws if the part does not respond; null for a part
 * that isn't configured. It probes again after `probeAgain` if the part responded, else after `retry`, and
 * only while the state is being read.
 */
export function followPart(
  probe: (() => Promise<unknown>) | null,
  patience: Pick<Patience, "probe" | "probeAgain" | "retry">,
): Part {
  let state: "up" | "silent" | "unknown" = "unknown"
  let lastAnswer = performance.now()
  let askedAt = Number.NEGATIVE_INFINITY
  let isAsking = false

  async function ask(): Promise<void> {
    isAsking = true
    askedAt = performance.now()
    try {
      await within(patience.probe, probe?.() ?? Promise.resolve())
      state = "up"
      lastAnswer = performance.now()
    } catch {
      state = "silent"
    }
    isAsking = false
  }

  return {
    read() {
      if (!probe) return { state: "off", silent_seconds: 0 }
      const rest = state === "up" ? patience.probeAgain : patience.retry
      if (!isAsking && performance.now() - askedAt > rest) void ask()
      const silent = state === "silent" ? Math.round((performance.now() - lastAnswer) / 1_000) : 0
      return { state, silent_seconds: silent }
    },
  }
}

/** There was no response in time. */
export class NoAnswer extends Error {
  override name = "NoAnswer"
}

/** Waits for `work`, but no longer than so many milliseconds, after which it throws NoAnswer. */
export async function within<T>(ms: number, work: Promise<T>, what = "no answer"): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new NoAnswer(`${what} within ${ms / 1_000} s`)), ms)
  })
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
