import { ConnectionState, type Room } from "livekit-client"
import type { RoomSource } from "../picture/room-sources.ts"

/**
 * Keeps recording the recorder's own camera, microphone and screen while the connection is lost: the room
 * forgets their tracks then, but they stay open and are sent again afterwards.
 */
export class OwnSources {
  private own: readonly RoomSource[] = []

  /** Returns the room's sources, adding the person's own last ones if the connection is lost. */
  complete(room: Room, sources: readonly RoomSource[]): RoomSource[] {
    const { state, localParticipant } = room
    const isOwn = ({ key }: RoomSource) => key.startsWith(`${localParticipant.identity}/`)
    if (state !== ConnectionState.Disconnected && state !== ConnectionState.Connecting) {
      this.own = sources.filter(isOwn)
      return [...sources]
    }
    const kept = this.own
      .map((source) => ({ ...source, video: open(source.video), audio: open(source.audio) }))
      .filter(({ kind, video }) => kind === "camera" || video)
    const known = new Set(kept.map(({ key }) => key))
    return [...kept, ...sources.filter(({ key }) => !known.has(key))]
  }
}

/** Returns a track unless it has ended, for example because it was switched off. */
function open(track: MediaStreamTrack | null): MediaStreamTrack | null {
  return track?.readyState === "live" ? track : null
}
