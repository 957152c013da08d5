import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { dateInZone, MINUTE, timeInZone } from "#shared/time.ts"
import { refuseOverlapOf, refuseOverlaps, takeTurns } from "./schedule/turns.ts"
import { scheduledClasses } from "./table.ts"

const LENGTH_MINUTES = 30

/**
 * A class of the viewer that begins this minute and that nobody else finds, in the caller's transaction, to try the
 * room with. Throws FIELD_ERRORS (CLASS_OVERLAPS) where the viewer teaches another now.
 */
export async function placeTestClass(tx: SignedInCtx): Promise<string> {
  const zone = tx.env.TIME_ZONE
  const now = tx.clock.now().getTime()
  const starts_at = new Date(now - (now % MINUTE))
  const ends_at = new Date(starts_at.getTime() + LENGTH_MINUTES * MINUTE)
  const scheduled_date = dateInZone(starts_at, zone)
  const instructor_id = tx.viewer.user_id
  const id = newId()
  await takeTurns(tx, [instructor_id])
  await refuseOverlaps(tx, [{ scheduled_date, starts_at, ends_at, instructor_id }])
  await refuseOverlapOf(() =>
    tx.db.insert(scheduledClasses).values({
      ...{ id, instructor_id, scheduled_date, starts_at, ends_at },
      title: "Test class",
      description: "To try camera, sound and the room. Nobody else finds it.",
      subject: "Test",
      curriculum: "CBSE",
      start_time: timeInZone(starts_at, zone),
      end_time: timeInZone(ends_at, zone),
      max_capacity: 1,
      one_on_one: true,
      created_at: tx.clock.now(),
      updated_at: tx.clock.now(),
    }),
  )
  return id
}
