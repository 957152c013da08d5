import { type RemoteTrack, type Room, RoomEvent } from "livekit-client"
import { sameList, useOfRoom } from "../use-followed.ts"
import { useAttached } from "./use-attached.ts"

const EVENTS = [
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ConnectionStateChanged,
]

function listSounds(room: Room): RemoteTrack[] {
  return [...room.remoteParticipants.values()].flatMap((participant) =>
    [...participant.audioTrackPublications.values()].flatMap(({ track }) =>
      track ? [track as RemoteTrack] : [],
    ),
  )
}

/** Plays the sound of the others. */
export function RoomSound() {
  const tracks = useOfRoom(EVENTS, listSounds, sameList)
  return (
    <div hidden>
      {tracks.map((track) => (
        <Sound key={track.sid} track={track} />
      ))}
    </div>
  )
}

function Sound({ track }: { track: RemoteTrack }) {
  const player = useAttached<HTMLAudioElement>(track)
  // biome-ignore lint/a11y/useMediaCaption: live speech has no captions
  return <audio ref={player} />
}
