import { browserApi } from "#ui/client.ts"
import { changeQueue, keepDay, learnOffset, readDevice, readKept, readQueue } from "./device-store.ts"
import { nextBatch, type Queued, settleBatch, toMessages, withTaken } from "./register-state.ts"

/** One sender of all tabs at a time; the ids would make a second one harmless. */
const LOCK = "kaksha-register-sync"
/** A clock that is ahead is corrected once, and what follows a full batch is sent too. */
const MOST_ROUNDS = 20

/**
 * Sends what waits of a coach until nothing is left that can be taken now, and puts it into the day that is kept.
 * Throws with everything unanswered still in the queue when the server can't be reached, and a QuotaExceededError
 * when it took something about which this device has no space to note anything.
 */
export function syncQueue(coachId: string): Promise<void> {
  return navigator.locks.request(LOCK, async () => {
    let seen = ""
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const queue = (await readQueue()).filter(({ coach_id }) => coach_id === coachId)
      const batch = nextBatch(queue)
      const now = JSON.stringify(batch)
      if (batch.length === 0 || now === seen) break
      seen = now
      await sendBatch(coachId, batch)
    }
  })
}

async function sendBatch(coach_id: string, batch: readonly Queued[]): Promise<void> {
  const { device_id } = await readDevice()
  const asked_at = Date.now()
  const { now, answers } = await browserApi().attendance.sync({ coach_id, device_id, ...toMessages(batch) })
  const outcome = settleBatch(batch, answers, await learnOffset({ now, asked_at }))
  // Before it leaves the queue, so that no mark is out of sight where the day can't be written.
  await moveTaken(coach_id, outcome.taken)
  await changeQueue(
    [...outcome.kept, ...outcome.refused],
    outcome.taken.map(({ id }) => id),
  )
}

async function moveTaken(coachId: string, taken: readonly Queued[]): Promise<void> {
  const { day } = await readKept(coachId)
  if (day && taken.length > 0) await keepDay(coachId, withTaken(day, taken))
}
