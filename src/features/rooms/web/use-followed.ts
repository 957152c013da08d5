import { type Participant, ParticipantEvent, type Room, type Track } from "livekit-client"
import { useCallback, useRef, useSyncExternalStore } from "react"
import { useRoom } from "./room-context.card.tsx"

type Emitter = { on(event: never, listener: never): unknown; off(event: never, listener: never): unknown }

/**
 * Returns what `read` finds, read again whenever `source` emits one of `events`, which must stay the same
 * list. The component renders again only if the result changed.
 */
export function useFollowed<T>(
  source: Emitter,
  events: readonly string[],
  read: () => T,
  same: (one: T, other: T) => boolean = Object.is,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      for (const event of events) source.on(event as never, listener as never)
      return () => {
        for (const event of events) source.off(event as never, listener as never)
      }
    },
    [source, events],
  )
  const kept = useRef<{ value: T } | null>(null)
  return useSyncExternalStore(subscribe, () => {
    const value = read()
    if (!kept.current || !same(kept.current.value, value)) kept.current = { value }
    return kept.current.value
  })
}

/** The same for the room around this component. */
export function useOfRoom<T>(
  events: readonly string[],
  read: (room: Room) => T,
  same?: (one: T, other: T) => boolean,
): T {
  const room = useRoom()
  return useFollowed(room, events, () => read(room), same)
}

/** Whether two lists have the same items in the same order. */
export function sameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, at) => Object.is(item, other[at]))
}

const TRACK_EVENTS = [
  ParticipantEvent.TrackPublished,
  ParticipantEvent.TrackUnpublished,
  ParticipantEvent.TrackSubscribed,
  ParticipantEvent.TrackUnsubscribed,
  ParticipantEvent.TrackMuted,
  ParticipantEvent.TrackUnmuted,
  ParticipantEvent.LocalTrackPublished,
  ParticipantEvent.LocalTrackUnpublished,
]

/** Returns the track of this kind that a participant is sending and that is received here, if any. */
export function useTrack(participant: Participant, source: Track.Source): Track | undefined {
  return useFollowed(participant, TRACK_EVENTS, () => {
    const publication = participant.getTrackPublication(source)
    return publication?.isMuted ? undefined : publication?.track
  })
}

/** Whether a participant sends this kind of track: published, and not muted. */
export function useSends(participant: Participant, source: Track.Source): boolean {
  return useFollowed(participant, TRACK_EVENTS, () => {
    const publication = participant.getTrackPublication(source)
    return publication !== undefined && !publication.isMuted
  })
}

const PERMISSION_EVENTS = [ParticipantEvent.ParticipantPermissionsChanged]

/** Returns what `read` finds about the viewer's permissions, which can change while they are inside. */
export function useMyPermission<T>(read: (me: Participant) => T): T {
  const { localParticipant } = useRoom()
  return useFollowed(localParticipant, PERMISSION_EVENTS, () => read(localParticipant))
}

const QUALITY_EVENTS = [ParticipantEvent.ConnectionQualityChanged]

export function useQuality(participant: Participant) {
  return useFollowed(participant, QUALITY_EVENTS, () => participant.connectionQuality)
}

const SPEAKING_EVENTS = [ParticipantEvent.IsSpeakingChanged]

export function useIsSpeaking(participant: Participant): boolean {
  return useFollowed(participant, SPEAKING_EVENTS, () => participant.isSpeaking)
}
