import { ConnectionQuality, type Participant, type Room, RoomEvent, Track } from "livekit-client"
import type { BoardState } from "./board-state.ts"

/** Returns the person in a participant's identity, `{person}:{device}`. */
export function personOf(identity: string): string {
  return identity.split(":")[0] ?? identity
}

/**
 * Returns the role that the server wrote into a participant's metadata, which participants can't change
 * themselves.
 */
export function roleOf(participant: Pick<Participant, "metadata">): "student" | "instructor" {
  try {
    const read: unknown = JSON.parse(participant.metadata ?? "")
    const { role } = read as { role?: unknown }
    return role === "instructor" ? "instructor" : "student"
  } catch {
    return "student"
  }
}

/** Returns everybody in the room, the viewer first. */
export function participantsOf(room: Pick<Room, "localParticipant" | "remoteParticipants">): Participant[] {
  return [room.localParticipant, ...room.remoteParticipants.values()]
}

/** The room's events after which `speakersOf` may change. */
export const SPEAKER_EVENTS = [
  RoomEvent.ActiveSpeakersChanged,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ConnectionQualityChanged,
]

/**
 * Returns who is speaking. The video client keeps somebody whose browser died among the speakers until others
 * speak, so people who are gone or unreachable are left out.
 */
export function speakersOf(room: Pick<Room, "activeSpeakers" | "remoteParticipants">): Participant[] {
  return room.activeSpeakers.filter(
    (one) =>
      one.isLocal ||
      (room.remoteParticipants.get(one.identity) === one && one.connectionQuality !== ConnectionQuality.Lost),
  )
}

/** The room's events after which `isRecorderIn` may change. */
export const STAFF_EVENTS = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantMetadataChanged,
  RoomEvent.ConnectionStateChanged,
]

/**
 * Whether anybody who may record is in the room. The server waits two minutes for a recorder that fell
 * silent, but the video server soon knows that its browser died.
 */
export function isRecorderIn(room: Pick<Room, "localParticipant" | "remoteParticipants">): boolean {
  return participantsOf(room).some((one) => roleOf(one) === "instructor")
}

/**
 * Returns how many people these participants are; somebody with two devices counts once. Never less than 1,
 * the viewer.
 */
export function countPeople(participants: readonly Pick<Participant, "identity">[]): number {
  return Math.max(1, new Set(participants.map((one) => personOf(one.identity)).filter(Boolean)).size)
}

/** One person in the room with all their devices. */
export type RoomPerson = {
  id: string
  name: string
  isMe: boolean
  isStaff: boolean
  /** One of their microphones is on. */
  speaks: boolean
  handUp: boolean
  devices: number
}

/**
 * Returns the people behind these participants: raised hands in order, then staff, the viewer and the others
 * by name.
 */
export function listPeople(participants: readonly Participant[], hands: BoardState["hands"]): RoomPerson[] {
  const byPerson = new Map<string, Participant[]>()
  for (const one of participants) {
    const id = personOf(one.identity)
    if (id) byPerson.set(id, [...(byPerson.get(id) ?? []), one])
  }
  const places = new Map(hands.map((hand, place) => [hand.person_id, place]))
  const people = [...byPerson].map(([id, devices]) => ({
    id,
    name: devices[0]?.name || id,
    isMe: devices.some((one) => one.isLocal),
    isStaff: devices.some((one) => roleOf(one) === "instructor"),
    speaks: devices.some(isHeard),
    handUp: places.has(id),
    devices: devices.length,
  }))
  const rank = (one: RoomPerson) => places.get(one.id) ?? hands.length + (one.isStaff ? 0 : one.isMe ? 1 : 2)
  return people.sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, "en-IN"))
}

function isHeard(participant: Participant): boolean {
  const microphone = participant.getTrackPublication(Track.Source.Microphone)
  return microphone !== undefined && !microphone.isMuted
}
