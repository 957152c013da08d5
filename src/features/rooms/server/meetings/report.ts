import { and, eq, gte, sql } from "drizzle-orm"
import { POLL_MS, type PresenceEvent, SILENT_AFTER_MS } from "#features/rooms/presence-plan.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { SECOND } from "#shared/time.ts"
import { requireMemberOfLive } from "../members.ts"
import { appendPresence, recordPresence } from "../presence.ts"
import { presenceEvents } from "../table.ts"

/** More browsers of one person at a time than this aren't counted. */
const MOST_STAYS = 10

type Report = {
  class_id: string
  device_id: string
  /** Made by the browser each time it enters the meeting. */
  stay_id: string
  leaving: boolean
}

/**
 * Records that the viewer's browser is in the meeting of a live class now, or just left it: for the viewer
 * alone, and by our clock. After a silence the same stay counts anew, so nobody can be there in between. A
 * student who waits for an instructor is told so and doesn't count. Throws NOT_FOUND for everybody who may not
 * enter (any more), CLASS_NOT_LIVE, and PRESENCE_NOT_REPORTED where the video server tells who is there.
 */
export async function reportPresence(ctx: SignedInCtx, report: Report): Promise<{ waiting: boolean }> {
  const { held, role } = await requireMemberOfLive(ctx, report.class_id)
  if (!ctx.video.meetings) refuse("PRESENCE_NOT_REPORTED")
  // Without a room nobody has a token yet.
  if (!held.room) refuse("CLASS_NOT_LIVE")
  const waiting = role === "student" && held.room.held_since !== null
  if (report.leaving || !waiting) await note(ctx, report)
  return { waiting }
}

async function note(ctx: SignedInCtx, { class_id, device_id, stay_id, leaving }: Report): Promise<void> {
  const personId = ctx.viewer.user_id
  const at = ctx.clock.now()
  const recent = await listRecent(ctx, { classId: class_id, personId, at })
  const stay = `${personId}/${stay_id}/`
  const current = recent.find(({ connection_id, left }) => !left && connection_id.startsWith(stay))
  if (!current && (leaving || recent.length >= MOST_STAYS)) return
  const connectionId = current?.connection_id ?? `${stay}${Math.floor(at.getTime() / SECOND)}`
  const kind = leaving ? "left" : "seen"
  const event: PresenceEvent = {
    // The same again within some seconds is the same report.
    id: `report:${connectionId}:${kind}:${Math.floor(at.getTime() / POLL_MS)}`,
    classId: class_id,
    personId,
    deviceId: device_id,
    connectionId,
    kind,
    source: "report",
    at,
  }
  // That somebody is still there is no news.
  if (current && !leaving) await appendPresence(ctx, [event])
  else await recordPresence(ctx, [event])
}

/** Returns the viewer's connections that reported lately, and whether they left. One query. */
function listRecent(
  ctx: Pick<Ctx, "db">,
  { classId, personId, at }: { classId: string; personId: string; at: Date },
) {
  return ctx.db
    .select({
      connection_id: presenceEvents.connection_id,
      left: sql<boolean>`bool_or(${presenceEvents.kind} = 'left')`,
    })
    .from(presenceEvents)
    .where(
      and(
        eq(presenceEvents.class_id, classId),
        eq(presenceEvents.person_id, personId),
        eq(presenceEvents.source, "report"),
        gte(presenceEvents.at, new Date(at.getTime() - SILENT_AFTER_MS)),
      ),
    )
    .groupBy(presenceEvents.connection_id)
}
