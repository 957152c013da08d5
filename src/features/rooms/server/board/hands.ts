import { and, eq } from "drizzle-orm"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { roomHands } from "../board-tables.ts"
import { requireMemberOfLive, requireStaffOfLive } from "../members.ts"
import { changeBoard } from "./board-revision.ts"
import { tellRoom } from "./broadcast.ts"

/**
 * Raises or lowers the viewer's own hand, for students. Raising it again keeps its position. Throws
 * NOT_FOUND, CLASS_NOT_LIVE.
 */
export async function setHand(
  ctx: SignedInCtx,
  { class_id, raised }: { class_id: string; raised: boolean },
): Promise<{ revision: number }> {
  const { role } = await requireMemberOfLive(ctx, class_id)
  if (role !== "student") notFound()
  const { user_id: person_id, first_name, last_name } = ctx.viewer
  const change = await changeBoard(ctx, class_id, async (tx, revision) => {
    const mine = and(eq(roomHands.class_id, class_id), eq(roomHands.person_id, person_id))
    if (raised) {
      await tx.db
        .insert(roomHands)
        .values({ class_id, person_id, revision, raised_at: tx.clock.now() })
        .onConflictDoNothing()
    } else await tx.db.delete(roomHands).where(mine)
    const [row] = await tx.db.select({ raised_at: roomHands.raised_at }).from(roomHands).where(mine)
    const name = `${first_name} ${last_name}`.trim()
    return { revision, hand: { person_id, name, raised_at: row?.raised_at ?? null } }
  })
  await tellRoom(ctx, class_id, change)
  return { revision: change.revision }
}

/** Lowers one student's hand or all hands, for staff. Throws NOT_FOUND, CLASS_NOT_LIVE. */
export async function lowerHands(
  ctx: SignedInCtx,
  { class_id, person_id }: { class_id: string; person_id?: string | undefined },
): Promise<{ revision: number }> {
  await requireStaffOfLive(ctx, class_id)
  const change = await changeBoard(ctx, class_id, async (tx, revision) => {
    const one = person_id ? eq(roomHands.person_id, person_id) : undefined
    await tx.db.delete(roomHands).where(and(eq(roomHands.class_id, class_id), one))
    return { revision, hand: { person_id: person_id ?? null, name: "", raised_at: null } }
  })
  await tellRoom(ctx, class_id, change)
  return { revision: change.revision }
}
