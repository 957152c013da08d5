import type { PresenceEvent } from "#features/rooms/presence-plan.ts"
import { classOfRoomName, type RoomRole } from "#features/rooms/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { VideoUnavailable, WebhookForged } from "#platform/video/errors.ts"
import { parseIdentity } from "#platform/video/identity.ts"
import type { VideoEvent } from "#platform/video/webhook.ts"
import { isId } from "#shared/ids.ts"
import { recordPresence } from "./presence.ts"
import { readRoles } from "./roles.ts"
import { type ClassWithRoom, readClassWithRoom } from "./room.ts"
import { enforceNow } from "./watch/enforce.ts"
import { reconcileRoom } from "./watch/reconcile.ts"

/**
 * Handles a webhook of the video server. Returns "accepted" once its content is stored, also if it is of no
 * interest or a repeat (status 200), and "refused" if the server did not sign exactly this body (status 401).
 */
export async function receiveWebhook(
  ctx: Ctx,
  rawBody: string,
  authorization: string | null | undefined,
): Promise<"accepted" | "refused"> {
  let event: VideoEvent
  try {
    event = await ctx.video.port.verifyWebhook(rawBody, authorization)
  } catch (error) {
    if (!(error instanceof WebhookForged || error instanceof VideoUnavailable)) throw error
    ctx.log.warn({ event: "webhook.refused", err: error }, "a webhook did not come from the video server")
    return "refused"
  }
  const classId = classOfRoomName(event.room)
  const kind = PRESENCE_KINDS[event.kind]
  if (classId && kind) await receivePresence(ctx, event, classId, kind)
  else ctx.log.debug({ event: event.kind, room: event.room }, "the video server reported")
  return "accepted"
}

// An aborted connection never carried media, though a poll may have seen it.
const PRESENCE_KINDS: Partial<Record<VideoEvent["kind"], "joined" | "left">> = {
  participant_joined: "joined",
  participant_left: "left",
  participant_connection_aborted: "left",
}

async function receivePresence(
  ctx: Ctx,
  event: VideoEvent,
  classId: string,
  kind: "joined" | "left",
): Promise<void> {
  const who = event.identity ? parseIdentity(event.identity) : null
  if (!who || !isId(who.personId) || !event.participantSid) return
  const held = await readClassWithRoom(ctx, classId)
  if (!held?.room) return
  const roles = await readRoles(ctx, held, [who.personId])
  if (roles.has(who.personId)) {
    // Classes start and end by our clock, so a later time from the video server's clock counts as now.
    const now = ctx.clock.now()
    // After a crash the person was there until the last sign of life, not until the server gave up the
    // connection.
    const at = kind === "left" ? (event.lastHeardAt ?? event.at) : event.at
    const presence: PresenceEvent = {
      id: event.id,
      classId,
      ...who,
      connectionId: event.participantSid,
      kind,
      source: "webhook",
      at: at < now ? at : now,
    }
    await recordPresence(ctx, [presence])
  }
  if (kind === "left" || held.status !== "live") return
  // Not awaited: the video server delivers its webhooks one after another, and this sends commands back to
  // it.
  void applyAtOnce(ctx, held, event, roles.get(who.personId) ?? null)
}

/**
 * Handles what can't wait for the next poll: somebody came who may not, or an instructor came while students
 * are held.
 */
async function applyAtOnce(
  ctx: Ctx,
  held: ClassWithRoom,
  { room, identity = "" }: VideoEvent,
  role: RoomRole | null,
): Promise<void> {
  try {
    if (role === null) await ctx.video.port.removeParticipant(room, identity)
    // The token may be older than the instructor's latest decision.
    if (role === "student") await enforceNow(ctx, held.id, [parseIdentity(identity)?.personId ?? ""])
    if (role === "instructor" && held.room?.held_since) await reconcileRoom(ctx, held)
  } catch (error) {
    ctx.log.warn(
      { err: error, class_id: held.id },
      "a room rule could not be applied on joining, the poll repeats it",
    )
  }
}
