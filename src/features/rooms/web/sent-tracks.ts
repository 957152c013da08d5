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
 * What one sends into a room. A lost connection leaves it open, so that a recording goes on and all of it, a shared
 * screen too, is sent again as it was; whatever else ends the sending of a track closes it. The room must leave
 * that to us (`stopLocalTrackOnUnpublish: false`).
 */
export class SentTracks {
  private readonly tracks = new Map<Track.Source, LocalTrack>()
  private readonly room: Room

  constructor(room: Room) {
    this.room = room
  }

  /** Follows the room until the result is called, which closes everything. */
  follow(): () => void {
    const { room, onPublished, onUnpublished } = this
    room.on(RoomEvent.LocalTrackPublished, onPublished).on(RoomEvent.LocalTrackUnpublished, onUnpublished)
    return () => {
      room.off(RoomEvent.LocalTrackPublished, onPublished).off(RoomEvent.LocalTrackUnpublished, onUnpublished)
      this.closeAll()
    }
  }

  /** Whether a track waits, open, for the connection to come back. */
  isWaiting(source: Track.Source): boolean {
    return this.room.state !== ConnectionState.Connected && this.openOne(source) !== null
  }

  /** Sends again what a lost connection left open, as far as that is still allowed. */
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
    // A room that is just being lost says so only after it has taken its tracks down.
    queueMicrotask(() => {
      const { state, localParticipant } = this.room
      if (state === ConnectionState.Connected && !localParticipant.getTrackPublication(source))
        this.close(source)
    })
  }
}
