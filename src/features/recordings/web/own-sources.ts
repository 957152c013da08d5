import { ConnectionState, type Room } from "livekit-client"
import type { RoomSource } from "./room-sources.ts"

/**
 * The recorder's own camera, microphone and screen go on being recorded while the room is out of reach: the room
 * forgets them then, but they stay open and are sent again when it is back.
 */
export class OwnSources {
  private own: readonly RoomSource[] = []

  /** What the room gives, with one's own as it was last where the connection is lost. */
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

/** A track that was switched off meanwhile has ended. */
function open(track: MediaStreamTrack | null): MediaStreamTrack | null {
  return track?.readyState === "live" ? track : null
}
