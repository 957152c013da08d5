import { TrackSource, type VideoGrant } from "livekit-server-sdk"

export type PublishSource = "camera" | "microphone" | "screen_share" | "screen_share_audio"

/** What one participant may do in a room. Everything not named here is refused. */
export type RoomGrant = {
  canPublish: boolean
  sources: PublishSource[]
  canPublishData: boolean
  canSubscribe: boolean
  hidden?: boolean
}

const SOURCES: Record<PublishSource, TrackSource> = {
  camera: TrackSource.CAMERA,
  microphone: TrackSource.MICROPHONE,
  screen_share: TrackSource.SCREEN_SHARE,
  screen_share_audio: TrackSource.SCREEN_SHARE_AUDIO,
}

/** The product's name of a track's source; "unknown" for a track that named none. */
export function sourceName(source: TrackSource): PublishSource | "unknown" {
  for (const name of Object.keys(SOURCES) as PublishSource[]) if (SOURCES[name] === source) return name
  return "unknown"
}

// The server reads an empty list of sources as all sources, so without a list publishing is refused.
function publishing(grant: RoomGrant): { canPublish: boolean; canPublishSources: TrackSource[] } {
  const sources = [...new Set(grant.sources)].map((name) => SOURCES[name])
  const canPublish = grant.canPublish && sources.length > 0
  return { canPublish, canPublishSources: canPublish ? sources : [] }
}

/**
 * Returns the grant for a token. Every field is written out: the server reads a missing canPublish,
 * canSubscribe or canPublishData as yes. A token never contains rights to manage rooms.
 */
export function toTokenGrant(room: string, grant: RoomGrant): VideoGrant {
  return {
    room,
    roomJoin: true,
    roomAdmin: false,
    roomCreate: false,
    roomList: false,
    roomRecord: false,
    ingressAdmin: false,
    recorder: false,
    agent: false,
    ...publishing(grant),
    canPublishData: grant.canPublishData,
    canSubscribe: grant.canSubscribe,
    canUpdateOwnMetadata: false,
    canSubscribeMetrics: false,
    canManageAgentSession: false,
    hidden: grant.hidden === true,
  }
}

/** The grant as a command to a participant already inside; it replaces the whole set, so it names it all. */
export function toPermission(grant: RoomGrant) {
  return {
    ...publishing(grant),
    canPublishData: grant.canPublishData,
    canSubscribe: grant.canSubscribe,
    canUpdateMetadata: false,
    canSubscribeMetrics: false,
    canManageAgentSession: false,
    hidden: grant.hidden === true,
    recorder: false,
    agent: false,
  }
}

/**
 * Returns the server's current permissions of a participant, as a grant to compare with the one it should
 * have.
 */
export function readPermission(
  permission: { canPublish: boolean; canPublishSources: TrackSource[]; canPublishData: boolean } & {
    canSubscribe: boolean
    hidden: boolean
  },
): RoomGrant {
  const listed = permission.canPublishSources.map(sourceName).filter((name) => name !== "unknown")
  const all = Object.keys(SOURCES) as PublishSource[]
  const sources = listed.length > 0 ? listed : all
  return {
    canPublish: permission.canPublish,
    sources: permission.canPublish ? sources : [],
    canPublishData: permission.canPublishData,
    canSubscribe: permission.canSubscribe,
    hidden: permission.hidden,
  }
}
