import type { Patience } from "./patience.ts"

/** How something that this product needs is doing, as /readyz tells it. */
export type PartState = {
  /** "off" where it isn't configured, "unknown" before the first answer. */
  state: "up" | "down" | "silent" | "unknown" | "off"
  /** How long there has been no answer, in seconds; 0 while there is one. */
  silent_seconds: number
}

/** Whether a server elsewhere answers. Reading it never waits: it may have the server asked for the next reader. */
export type Part = { read(): PartState }

/**
 * Follows a part that is asked by `probe`, which throws where there is no answer; null for one that isn't configured.
 * One that answered is asked again after `probeAgain`, another one after `retry`, and only while somebody reads.
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

/** Nothing came within the time that was given. */
export class NoAnswer extends Error {
  override name = "NoAnswer"
}

/** Waits for `work`, but no longer than so many milliseconds, after which it throws. */
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
