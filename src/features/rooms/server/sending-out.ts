import { and, eq, inArray } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { parseIdentity } from "#platform/video/identity.ts"
import { readLiveClasses, readRoles } from "./room.ts"
import { presenceEvents } from "./table.ts"

/**
 * Sends a person out of every live room in which they have no place any more, at once instead of at the next poll:
 * whose account was shut, or whose guardian withdrew consent. A token that is still good brings nobody back, for
 * every join is looked at. Throws VideoUnavailable.
 */
export async function sendOut(ctx: Ctx, personId: string): Promise<void> {
  const live = (await readLiveClasses(ctx)).filter((held) => held.room !== null)
  if (live.length === 0) return
  const seen = await ctx.db
    .selectDistinct({ class_id: presenceEvents.class_id })
    .from(presenceEvents)
    .where(
      and(
        eq(presenceEvents.person_id, personId),
        inArray(
          presenceEvents.class_id,
          live.map((held) => held.id),
        ),
      ),
    )
  const entered = new Set(seen.map((row) => row.class_id))
  for (const held of live.filter((one) => entered.has(one.id))) {
    const roles = await readRoles(ctx, held, [personId])
    if (roles.get(personId)) continue
    const name = held.room?.name ?? ""
    for (const { identity } of await ctx.video.port.listParticipants(name)) {
      if (parseIdentity(identity)?.personId === personId)
        await ctx.video.port.removeParticipant(name, identity)
    }
  }
}
