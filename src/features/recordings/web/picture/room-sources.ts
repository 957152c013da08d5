import { type Participant, RemoteVideoTrack, type Room, Track } from "livekit-client"

/** What one person, or one shared screen, adds to a recording. */
export type RoomSource = {
  key: string
  kind: "screen" | "camera"
  name: string
  video: MediaStreamTrack | null
  audio: MediaStreamTrack | null
  /** The remote track, if it comes from another browser: it has to be kept arriving while nobody looks. */
  remote: RemoteVideoTrack | null
}

/** Who may be recorded, by the ids of people. */
export type Recordable = ReadonlySet<string>

/** Returns the person in an identity, `{person}:{device}`. */
function personOf(participant: Participant): string {
  return participant.identity.split(":")[0] ?? ""
}

function isStaff(participant: Participant): boolean {
  try {
    return (JSON.parse(participant.metadata ?? "") as { role?: unknown }).role === "instructor"
  } catch {
    return false
  }
}

/**
 * Returns everything in a room that may be recorded, in order of priority: the instructor, then people with a
 * picture, then by arrival. `unknown` are people whose consent is not known yet.
 */
export function collectSources(
  room: Room,
  recordable: Recordable,
  known: ReadonlySet<string>,
): { sources: RoomSource[]; unknown: string[] } {
  const people = [room.localParticipant, ...room.remoteParticipants.values()]
  const unknown = people.map(personOf).filter((person) => !known.has(person))
  const sources = people
    .filter((participant) => recordable.has(personOf(participant)))
    .sort((one, other) => weigh(other) - weigh(one) || joined(one) - joined(other))
    .flatMap((participant) => [
      ...sourceOf(participant, "screen", Track.Source.ScreenShare, Track.Source.ScreenShareAudio),
      ...sourceOf(participant, "camera", Track.Source.Camera, Track.Source.Microphone),
    ])
  return { sources, unknown }
}

/**
 * Whether a shared screen could show or sound like the room itself: anything but a tab shared from this browser,
 * because of what others share nobody here can tell whether it's a tab.
 */
export function mayShowRoom({ kind, video, remote }: RoomSource): boolean {
  return kind === "screen" && (remote !== null || !isTab(video))
}

/** Whether a track of this browser is a shared tab. The room's own tab is never offered for sharing. */
export function isTab(video: MediaStreamTrack | null | undefined): boolean {
  return video?.getSettings().displaySurface === "browser"
}

function weigh(participant: Participant): number {
  return (isStaff(participant) ? 2 : 0) + (open(participant, Track.Source.Camera) ? 1 : 0)
}

function joined(participant: Participant): number {
  return participant.joinedAt?.getTime() ?? 0
}

/** Returns the track of a source that is being sent now. */
function open(participant: Participant, source: Track.Source): Track | null {
  const publication = participant.getTrackPublication(source)
  if (!publication?.track || publication.isMuted) return null
  return publication.track
}

function sourceOf(
  participant: Participant,
  kind: RoomSource["kind"],
  picture: Track.Source,
  sound: Track.Source,
): RoomSource[] {
  const video = open(participant, picture)
  const audio = open(participant, sound)
  // People without picture and sound are left out, except the instructor.
  if (!video && !audio && (kind === "screen" || !isStaff(participant))) return []
  if (!video && kind === "screen") return []
  return [
    {
      key: `${participant.identity}/${kind}`,
      kind,
      name: participant.name || participant.identity,
      video: video?.mediaStreamTrack ?? null,
      audio: audio?.mediaStreamTrack ?? null,
      remote: video instanceof RemoteVideoTrack ? video : null,
    },
  ]
}
