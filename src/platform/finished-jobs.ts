import { setTimeout as delay } from "node:timers/promises"
import type { JobResult, PgBoss } from "pg-boss"

/** How long it is tried to tell the store of jobs that are done, and how often, in milliseconds. */
const SETTLE_WITHIN_MS = 60_000
const SETTLE_EVERY_MS = 500

/**
 * Remembers which jobs were done lately. The store forgets it where the connection is lost just then, and hands them out
 * a second time once their worker looks dead: after an error they are told to it again, until it has heard.
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
