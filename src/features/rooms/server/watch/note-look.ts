import { eq } from "drizzle-orm"
import { isUnattended } from "#features/rooms/rules.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { nextRevision } from "../board/board-revision.ts"
import { noteOutage } from "../outages.ts"
import type { ClassRoom, ClassWithRoom } from "../room.ts"
import { classRooms } from "../table.ts"

/**
 * Stores what a look into the room showed, unless a newer look is stored. `revision` is the board's if the
 * look held or released students.
 */
export function noteLook(
  ctx: Ctx,
  held: ClassWithRoom,
  { at, attended }: { at: Date; attended: boolean },
): Promise<{ after: ClassRoom; revision: number | null }> {
  return inTransaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select()
      .from(classRooms)
      .where(eq(classRooms.class_id, held.id))
      .for("update")
    if (!before) throw new Error(`class ${held.id} lost its room`)
    if (before.polled_at && before.polled_at > at) return { after: before, revision: null }
    const unattended_since = attended ? null : (before.unattended_since ?? at)
    const held_since = isUnattended(unattended_since, at) ? (before.held_since ?? at) : null
    await noteOutage(tx, held, before, { answered: true, at })
    const [after] = await tx.db
      .update(classRooms)
      .set({ polled_at: at, unattended_since, held_since })
      .where(eq(classRooms.class_id, held.id))
      .returning()
    if ((before.held_since === null) === (held_since === null)) {
      return { after: after ?? before, revision: null }
    }
    tx.log.info({ class_id: held.id, held: held_since !== null }, "students were held or released")
    await emit(tx, "class.room", held.id)
    return { after: after ?? before, revision: (await nextRevision(tx, held.id)).revision }
  })
}
