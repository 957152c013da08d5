import {
  ConnectionState,
  type LocalTrack,
  type LocalTrackPublication,
  type Room,
  RoomEvent,
  type Track,
} from "livekit-client"
import { mayPublish } from "./devices.ts"

/**
 * The tracks a person sends into a room. They stay open when the connection is lost, so that a recording
 * continues and everything, a shared screen too, is sent again afterwards. Anything else that ends the
 * sending of a track closes it. The room must leave closing to this class (`stopLocalTrackOnUnpublish:
 * false`).
 */
export class SentTracks {
  private readonly tracks = new Map<Track.Source, LocalTrack>()
  private readonly room: Room

  constructor(room: Room) {
    this.room = room
  }

  /** Follows the room until the returned function is called, which closes everything. */
  follow(): () => void {
    const { room, onPublished, onUnpublished } = this
    room.on(RoomEvent.LocalTrackPublished, onPublished).on(RoomEvent.LocalTrackUnpublished, onUnpublished)
    return () => {
      room.off(RoomEvent.LocalTrackPublished, onPublished).off(RoomEvent.LocalTrackUnpublished, onUnpublished)
      this.closeAll()
    }
  }

  /** Whether an open track waits for the connection to come back. */
  isWaiting(source: Track.Source): boolean {
    return this.room.state !== ConnectionState.Connected && this.openOne(source) !== null
  }

  /** Sends again what was open when the connection was lost, as far as that is still allowed. */
  async sendAgain(): Promise<void> {
    const me = this.room.localParticipant
    for (const [source, track] of [...this.tracks]) {
      if (me.getTrackPublication(source)) continue
      if (!this.openOne(source) || !mayPublish(me, source)) this.close(source)
      else await me.publishTrack(track).catch(() => this.close(source))
    }
  }

  close(source: Track.Source): void {
    this.tracks.get(source)?.stop()
    this.tracks.delete(source)
  }

  closeAll(): void {
    for (const source of [...this.tracks.keys()]) this.close(source)
  }

  private openOne(source: Track.Source): LocalTrack | null {
    const track = this.tracks.get(source)
    return track && !track.isMuted && track.mediaStreamTrack.readyState === "live" ? track : null
  }

  private onPublished = ({ source, track }: LocalTrackPublication): void => {
    if (track) this.tracks.set(source, track)
  }

  private onUnpublished = ({ source }: LocalTrackPublication): void => {
    // A room that loses its connection unpublishes its tracks before it reports the loss.
    queueMicrotask(() => {
      const { state, localParticipant } = this.room
      if (state === ConnectionState.Connected && !localParticipant.getTrackPublication(source))
        this.close(source)
    })
  }
}
