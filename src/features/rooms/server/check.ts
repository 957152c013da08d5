import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { VideoUnavailable } from "#platform/video/errors.ts"
import { formatIdentity } from "#platform/video/identity.ts"
import { newId } from "#shared/ids.ts"
import { readAllowedInRoom } from "./service.ts"

/** The room closes automatically this long after its one guest left, or if nobody came. */
const IDLE_SECONDS = 20
const TOKEN_SECONDS = 60

/**
 * Returns a token for a room of the viewer's own, unrelated to any class, to test the connection. Throws
 * VIDEO_UNAVAILABLE.
 */
export async function openCheckRoom(ctx: SignedInCtx) {
  const { user_id } = ctx.viewer
  // The names of class rooms end with a class's id; this one must not look like them.
  const room = `check.${user_id.replaceAll("-", "")}`
  const { port } = ctx.video
  try {
    await port.ensureRoom({
      name: room,
      emptyTimeoutSeconds: IDLE_SECONDS,
      departureTimeoutSeconds: IDLE_SECONDS,
    })
    const token = await port.mintToken({
      room,
      identity: formatIdentity(user_id, newId()),
      name: "",
      grant: {
        canPublish: true,
        sources: ["camera", "microphone"],
        canPublishData: false,
        canSubscribe: true,
      },
      ttlSeconds: TOKEN_SECONDS,
    })
    const { voice } = await readAllowedInRoom(ctx)
    const relay = ctx.env.TURN_DOMAIN !== undefined
    return { server_url: port.publicUrl, token, relay, voice_counts: voice }
  } catch (error) {
    if (!(error instanceof VideoUnavailable)) throw error
    ctx.log.warn({ err: error }, "a connection could not be checked for want of the video server")
    refuse("VIDEO_UNAVAILABLE")
  }
}
