import { networkOf } from "#platform/client-address.ts"
import type { Ctx } from "#platform/context.ts"

/**
 * Most event streams that one process keeps open; each costs some 50 kB. A page opens one. Signed-in people
 * are counted individually, because a school's pupils all share one address; its visitors share that
 * address's limit, and a visitor beyond it sees the page without live changes.
 */
export const MOST_STREAMS = { ofPerson: 20, ofNetwork: 500, ofVisitors: 8_000, ofAll: 16_000 }

/** In this time many leave; a browser may ask sooner or later, as it likes. */
export const AGAIN_AFTER_SECONDS = 30

export type StreamPlaces = {
  /**
   * Reserves a stream for the viewer, or returns null when the limit is reached. Returns how to release it;
   * releasing twice does no harm.
   */
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
