import { browserApi } from "#ui/client.ts"
import { changeQueue, learnOffset, readDevice, readQueue } from "./device-store.ts"
import { nextBatch, type Queued, settleBatch, toMessages } from "./register-state.ts"

/** One sender of all tabs at a time; the ids would make a second one harmless. */
const LOCK = "kaksha-register-sync"
/** A clock that is ahead is corrected once, and what follows a full batch is sent too. */
const MOST_ROUNDS = 20

/**
 * Sends what waits of a coach until nothing is left that can be taken now. Returns what was taken. Throws when the server can't be
 * reached, with everything unanswered still in the queue.
 */
export function syncQueue(coachId: string): Promise<Queued[]> {
  return navigator.locks.request(LOCK, async () => {
    const taken: Queued[] = []
    let seen = ""
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const queue = (await readQueue()).filter(({ coach_id }) => coach_id === coachId)
      const batch = nextBatch(queue)
      const now = JSON.stringify(batch)
      if (batch.length === 0 || now === seen) break
      seen = now
      taken.push(...(await sendBatch(coachId, batch)))
    }
    return taken
  })
}

async function sendBatch(coach_id: string, batch: readonly Queued[]): Promise<Queued[]> {
  const { device_id } = await readDevice()
  const { now, answers } = await browserApi().attendance.sync({ coach_id, device_id, ...toMessages(batch) })
  const outcome = settleBatch(batch, answers, await learnOffset(now))
  await changeQueue(
    [...outcome.kept, ...outcome.refused],
    outcome.taken.map(({ id }) => id),
  )
  return outcome.taken
}
