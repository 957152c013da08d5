import { mayDraw, NO_ALLOWANCE } from "#features/rooms/rules.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { requireMemberOfLive } from "../members.ts"
import { readAllowances } from "../room.ts"

/**
 * Returns whether the viewer, who may draw on the whiteboard of a live class now, is staff. Throws NOT_FOUND,
 * CLASS_NOT_LIVE, DRAWING_HELD.
 */
export async function requireDrawer(ctx: SignedInCtx, classId: string): Promise<{ isStaff: boolean }> {
  const { held, role } = await requireMemberOfLive(ctx, classId)
  const allowance = (await readAllowances(ctx, classId)).get(ctx.viewer.user_id) ?? NO_ALLOWANCE
  const alone = held.room?.held_since != null
  if (!mayDraw({ role, held: alone, policy: held.policy, allowance })) refuse("DRAWING_HELD")
  return { isStaff: role === "instructor" }
}
