import { eq } from "drizzle-orm"
import { BLIND_AFTER_MS, isUnattended } from "#features/rooms/rules.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { SECOND } from "#shared/time.ts"
import { nextRevision } from "../board/board-revision.ts"
import { lockRoom, noteOutage } from "../outages.ts"
import type { ClassRoom, ClassWithRoom } from "../room.ts"
import { classRooms } from "../table.ts"

/**
 * When a room was last looked into is stored this often, in milliseconds, for all rooms at once. A process that is
 * killed takes with it what it did not store, and the next one may take 15 s to look: together that is less than
 * what counts as an outage.
 */
export const NOTED_EACH_MS = 10 * SECOND

/** What whoever watches a room remembers of the look before. */
export type LastLook = {
  /** The last that succeeded. */
  at: Date | null
  failed: boolean
}

type Noted = { after: ClassRoom; revision: number | null }

/**
 * Stores what a look into the room showed, unless a newer look is stored, or nothing changed since the last one
 * that was. `revision` is the board's if the look held or released students.
 */
export async function noteLook(
  ctx: Ctx,
  held: ClassWithRoom,
  look: { at: Date; attended: boolean },
  last?: LastLook,
): Promise<Noted> {
  const { room } = held
  if (room && last?.at && !last.failed && isNoNews(room, last.at, look))
    return { after: room, revision: null }
  return inTransaction(ctx, (tx) => store(tx, held, look, last?.at ?? null))
}

function isNoNews(room: ClassRoom, lastAt: Date, { at, attended }: { at: Date; attended: boolean }): boolean {
  if (at.getTime() - lastAt.getTime() > BLIND_AFTER_MS) return false
  if (attended) return room.unattended_since === null && room.held_since === null
  return (
    room.unattended_since !== null && isUnattended(room.unattended_since, at) === (room.held_since !== null)
  )
}

async function store(
  tx: Ctx,
  held: ClassWithRoom,
  { at, attended }: { at: Date; attended: boolean },
  lookedAt: Date | null,
): Promise<Noted> {
  const before = await lockRoom(tx, held.id, lookedAt)
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
}
