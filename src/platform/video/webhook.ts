import { type TrackInfo, TrackType, type WebhookReceiver } from "livekit-server-sdk"
import { WebhookForged } from "#platform/video/errors.ts"
import { type PublishSource, sourceName } from "#platform/video/grant.ts"

export type VideoTrack = {
  sid: string
  kind: "audio" | "video" | "data"
  source: PublishSource | "unknown"
  muted: boolean
}

const KINDS = [
  "room_started",
  "room_finished",
  "participant_joined",
  "participant_left",
  "participant_connection_aborted",
  "track_published",
  "track_unpublished",
] as const

/**
 * How long livekit-server 1.13 waits for a silent connection before giving it up: disconnected after 10 s
 * without a packet, failed after 5 s more, and another 5 s to come back.
 */
const SILENT_BEFORE_TIMEOUT_MS = 20_000
/** Its CONNECTION_TIMEOUT, which the SDK does not export. */
const CONNECTION_TIMEOUT = 14

export type VideoEventKind = (typeof KINDS)[number] | "other"

/** One event of the video server. `at` has whole seconds only, so it can't order events of one second. */
export type VideoEvent = {
  id: string
  kind: VideoEventKind
  room: string
  roomSid?: string
  identity?: string
  participantSid?: string
  at: Date
  /**
   * The latest time at which the server can have received anything from a participant whose connection it
   * gave up.
   */
  lastHeardAt?: Date
  track?: VideoTrack
}

/** A track as the product speaks of it. */
export function readTrack(track: TrackInfo): VideoTrack {
  const kind = track.type === TrackType.AUDIO ? "audio" : track.type === TrackType.VIDEO ? "video" : "data"
  return { sid: track.sid, kind, source: sourceName(track.source), muted: track.muted }
}

/**
 * Checks that the video server signed exactly these bytes (`rawBody` must be the body as received, not parsed
 * and printed again) and reads the event. Throws WebhookForged. Replays are not noticed here: the signature
 * lives 5 minutes, so deduplicate by `id`.
 */
export async function readWebhook(
  receiver: WebhookReceiver,
  rawBody: string,
  authorization: string | null | undefined,
): Promise<VideoEvent> {
  const event = await receiver.receive(rawBody, authorization ?? undefined).catch((error: unknown) => {
    throw new WebhookForged(error instanceof Error ? error.message : String(error), { cause: error })
  })
  const kind = KINDS.find((known) => known === event.event) ?? "other"
  const result: VideoEvent = {
    id: event.id,
    kind,
    room: event.room?.name ?? "",
    at: new Date(Number(event.createdAt) * 1000),
  }
  if (event.room?.sid) result.roomSid = event.room.sid
  if (event.participant?.identity) result.identity = event.participant.identity
  if (event.participant?.sid) result.participantSid = event.participant.sid
  if (event.participant?.disconnectReason === CONNECTION_TIMEOUT) {
    result.lastHeardAt = new Date(result.at.getTime() - SILENT_BEFORE_TIMEOUT_MS)
  }
  if (event.track) result.track = readTrack(event.track)
  return result
}
