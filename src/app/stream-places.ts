import { networkOf } from "#platform/client-address.ts"
import type { Ctx } from "#platform/context.ts"

/**
 * How many event streams one process keeps open, of which each costs some 50 kB. A page opens one. People are counted
 * each for themselves, for a school's pupils all come from one address; its visitors share that address's places, and
 * whoever gets none sees the page without changes as they happen.
 */
export const MOST_STREAMS = { ofPerson: 20, ofNetwork: 500, ofVisitors: 8_000, ofAll: 16_000 }

/** In this time many leave; a browser may ask sooner or later, as it likes. */
export const AGAIN_AFTER_SECONDS = 30

export type StreamPlaces = {
  /** A place for who asks, or null where none is free. Returns how to give it back; to do so twice does no harm. */
  take(asking: Pick<Ctx, "viewer" | "http">): (() => void) | null
  /** How many are taken. */
  taken(): number
}

export function streamPlaces(most = MOST_STREAMS): StreamPlaces {
  const byKey = new Map<string, number>()
  const countOf = (key: string) => byKey.get(key) ?? 0
  const add = (keys: string[], by: number) => {
    for (const key of keys) {
      const count = countOf(key) + by
      if (count > 0) byKey.set(key, count)
      else byKey.delete(key)
    }
  }
  return {
    take({ viewer, http }) {
      const limits: [key: string, most: number][] = viewer
        ? [[`person:${viewer.user_id}`, most.ofPerson]]
        : [
            [`network:${networkOf(http?.address ?? "")}`, most.ofNetwork],
            ["visitors", most.ofVisitors],
          ]
      limits.push(["all", most.ofAll])
      if (limits.some(([key, limit]) => countOf(key) >= limit)) return null
      const keys = limits.map(([key]) => key)
      add(keys, 1)
      let given = false
      return () => {
        if (!given) add(keys, -1)
        given = true
      }
    },
    taken: () => countOf("all"),
  }
}
