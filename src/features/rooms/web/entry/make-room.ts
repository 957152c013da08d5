import {
  AudioPresets,
  LogLevel,
  Room,
  type RoomConnectOptions,
  setLogLevel,
  VideoPresets,
} from "livekit-client"

/**
 * Milliseconds between the video client's own reconnect attempts; after them the session asks for a fresh
 * token.
 */
const REPAIR_DELAYS = [0, 300, 1_000, 2_000]

export const CONNECT: RoomConnectOptions = {
  maxRetries: 1,
  websocketTimeout: 10_000,
  peerConnectionTimeout: 15_000,
}

// The client logs the names of rooms and people to the console.
setLogLevel(LogLevel.warn)

/** Makes the video client's room, which sends and receives only what somebody shows. */
export function makeRoom(): Room {
  return new Room({
    adaptiveStream: true,
    dynacast: true,
    videoCaptureDefaults: { resolution: VideoPresets.h720.resolution },
    // SentTracks manages them.
    stopLocalTrackOnUnpublish: false,
    // Each packet also carries the one before, so this is sent twice: half of what a poor connection takes.
    publishDefaults: { simulcast: true, dtx: true, red: true, audioPreset: AudioPresets.speech },
    reconnectPolicy: { nextRetryDelayInMs: ({ retryCount }) => REPAIR_DELAYS[retryCount] ?? null },
  })
}
