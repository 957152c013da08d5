import { randomBytes } from "node:crypto"
import { roomName } from "#features/classes/rules.ts"
import { classOfRoomName } from "#features/rooms/rules.ts"

/**
 * Returns a new name for the meeting of a class. Anyone who knows it may be able to enter, so it contains a
 * secret instead of the class's id, which is public.
 */
export function nameMeeting(held: { title: string }): string {
  return roomName({ ...held, id: randomBytes(16).toString("hex") })
}

/** Whether a class's room has the name of a meeting, and not one from before the academy changed to Jitsi. */
export function isMeetingName(name: string): boolean {
  return classOfRoomName(name) === null
}
