import {
  AudioPresets,
  LogLevel,
  Room,
  type RoomConnectOptions,
  setLogLevel,
  VideoPresets,
} from "livekit-client"
import type { JoinAnswer } from "./room-phase.ts"

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
    publishDefaults: { simulcast: true, red: true },
    reconnectPolicy: { nextRetryDelayInMs: ({ retryCount }) => REPAIR_DELAYS[retryCount] ?? null },
  })
}

/** How microphones of a class are set. */
export function soundOf(sound: JoinAnswer["sound"]) {
  const isSpeech = sound === "speech"
  return {
    // Each packet also carries the one before, so this is sent twice: speech leaves half of a poor connection to the rest.
    publish: { audioPreset: isSpeech ? AudioPresets.speech : AudioPresets.music, dtx: isSpeech },
    // What cleans a voice takes an instrument for noise. Without headphones the others' sound still has to go.
    capture: { noiseSuppression: isSpeech, voiceIsolation: isSpeech, autoGainControl: isSpeech },
  }
}

/** Enters a room with its token, its microphone set to what the class is about. */
export async function enterRoom(
  room: Pick<Room, "options" | "connect">,
  { server_url, token, sound }: Pick<JoinAnswer, "server_url" | "token" | "sound">,
): Promise<void> {
  const { publish, capture } = soundOf(sound)
  // The client reads both when something is published.
  room.options.publishDefaults = { ...room.options.publishDefaults, ...publish }
  room.options.audioCaptureDefaults = { ...room.options.audioCaptureDefaults, ...capture }
  await room.connect(server_url, token, CONNECT)
}
