import { LogLevel, Room, type RoomConnectOptions, setLogLevel, VideoPresets } from "livekit-client"

/** Milliseconds between the video client's own tries; then the session asks for a fresh token. */
const REPAIR_DELAYS = [0, 300, 1_000, 2_000]

export const CONNECT: RoomConnectOptions = {
  maxRetries: 1,
  websocketTimeout: 10_000,
  peerConnectionTimeout: 15_000,
}

// The client's own chatter names rooms and people in every console.
setLogLevel(LogLevel.warn)

/** The video client's room, which sends and receives what is looked at and no more. */
export function makeRoom(): Room {
  return new Room({
    adaptiveStream: true,
    dynacast: true,
    videoCaptureDefaults: { resolution: VideoPresets.h720.resolution },
    // SentTracks looks after them.
    stopLocalTrackOnUnpublish: false,
    publishDefaults: { simulcast: true, dtx: true, red: true },
    reconnectPolicy: { nextRetryDelayInMs: ({ retryCount }) => REPAIR_DELAYS[retryCount] ?? null },
  })
}
