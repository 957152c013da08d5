import { setTimeout as delay } from "node:timers/promises"
import type { JobResult, PgBoss } from "pg-boss"

/** For how long, and how often, to try to report finished jobs to the store, in milliseconds. */
const SETTLE_WITHIN_MS = 60_000
const SETTLE_EVERY_MS = 500

/**
 * Remembers which jobs finished lately. If the connection is lost just then, the store does not learn of it
 * and hands the job out again once its worker looks dead. So after an error the completion is reported again
 * until the store confirms it.
 */
export function rememberFinished(boss: PgBoss) {
  let recent: { queue: string; ids: string[]; at: number }[] = []
  let settling = false
  const isRecent = ({ at }: { at: number }) => performance.now() - at < SETTLE_WITHIN_MS

  async function tellAll(): Promise<boolean> {
    try {
      for (const { queue, ids } of recent) await boss.complete(queue, ids)
      return true
    } catch {
      // Told by the store's own errors.
      return false
    }
  }

  return {
    add(queue: string, results: JobResult[]) {
      const ids = results.filter(({ status }) => status === "completed").map(({ id }) => id)
      recent = recent.filter(isRecent)
      if (ids.length > 0) recent.push({ queue, ids, at: performance.now() })
    },
    async settle() {
      if (settling) return
      settling = true
      while (recent.length > 0 && !(await tellAll())) {
        await delay(SETTLE_EVERY_MS)
        recent = recent.filter(isRecent)
      }
      settling = false
    },
    forget() {
      recent = []
    },
  }
}
