import type { ClassStanding, ScheduledClass } from "#contract/classes/classes.ts"
import type { RoomAllowance, RoomPolicy } from "#contract/rooms/room-board.ts"
import { LONGEST_CLASS_MS } from "#features/classes/rules.ts"
import { MINUTE, SECOND } from "#shared/time.ts"

/** After this long without staff, students may no longer publish and see a waiting screen. */
export const UNATTENDED_AFTER_MS = 60 * SECOND
/** Longer than this without a successful look into the room is an outage. */
export const BLIND_AFTER_MS = 30 * SECOND
/** How long a token for joining is valid; people inside get fresh ones from the video server. */
export const TOKEN_SECONDS = 120

export type RoomRole = "student" | "instructor"

/** What a participant may send into a room; everybody may watch and listen. */
export type RoomRights = {
  publish: readonly ("camera" | "microphone" | "screen_share" | "screen_share_audio")[]
  data: boolean
}

/** What students may do before the instructor decides otherwise. */
export const OPEN_POLICY: RoomPolicy = {
  microphones: true,
  cameras: true,
  screen_share: false,
  chat: true,
  locked: false,
  whiteboard: false,
  drawing: false,
}
export const NO_ALLOWANCE: RoomAllowance = {
  microphone: null,
  camera: null,
  screen_share: null,
  chat: null,
  drawing: null,
}

/**
 * Returns a role's rights under what the instructor allows all students and this one. While `held` because
 * there is no instructor, a student keeps the seat but sends nothing.
 */
export function rightsOf(
  role: RoomRole,
  held: boolean,
  policy: RoomPolicy = OPEN_POLICY,
  allowance: RoomAllowance = NO_ALLOWANCE,
): RoomRights {
  if (role === "instructor") {
    return { publish: ["camera", "microphone", "screen_share", "screen_share_audio"], data: true }
  }
  const publish: RoomRights["publish"][number][] = []
  if (!held && (allowance.camera ?? policy.cameras)) publish.push("camera")
  if (!held && (allowance.microphone ?? policy.microphones)) publish.push("microphone")
  if (!held && (allowance.screen_share ?? policy.screen_share))
    publish.push("screen_share", "screen_share_audio")
  // Chat and hands go through the API, which stores and authorises them. Students need the data channel only
  // to draw, on the whiteboard or over a shared screen.
  return { publish, data: mayDraw({ role, held, policy, allowance }) }
}

/** Whether a participant may draw on the whiteboard, and over shared screens, now. */
export function mayDraw(input: {
  role: RoomRole
  held: boolean
  policy: Pick<RoomPolicy, "drawing">
  allowance: Pick<RoomAllowance, "drawing">
}): boolean {
  if (input.role === "instructor") return true
  return !input.held && (input.allowance.drawing ?? input.policy.drawing)
}

/**
 * Whether a participant may write in the chat now. A student may always write to the instructor alone, unless
 * held.
 */
export function mayChat(input: {
  role: RoomRole
  held: boolean
  policy: RoomPolicy
  allowance: RoomAllowance
  isPrivate: boolean
}): boolean {
  const { role, held, policy, allowance, isPrivate } = input
  if (role === "instructor") return true
  if (held || allowance.chat === false) return false
  return isPrivate || (allowance.chat ?? policy.chat)
}

/** Returns the person's role in the room. An admin may do the same as the instructor in any class. */
export function roleInRoom(standing: ClassStanding, isAdmin: boolean): RoomRole | null {
  if (isAdmin || standing === "instructor") return "instructor"
  return standing === "enrolled" || standing === "approved" ? "student" : null
}

export type JoinRefusal =
  | "CLASS_OVER"
  | "ENROLMENT_REQUIRED"
  | "DEMO_REQUEST_REQUIRED"
  | "REQUEST_PENDING"
  | "REQUEST_DENIED"
  | "REMOVED_FROM_CLASS"
  | "CONSENT_REQUIRED"
  | "ROOM_LOCKED"
  | "CLASS_NOT_READY"

/**
 * Returns why somebody can't enter the room now, or null. The stored status decides, not the displayed one: a
 * class whose time has come but that nobody started is not ready, not even for its instructor, who starts it
 * first.
 */
export function joinRefusal(input: {
  status: ScheduledClass["status"]
  class_type: ScheduledClass["class_type"]
  standing: ClassStanding
  isAdmin: boolean
  isBanned: boolean
  /** The academy requires a guardian's consent to live classes, and this minor has none yet. */
  lacksConsent?: boolean
  /** The room is locked, and this person was not in it before. */
  isLockedOut?: boolean
}): JoinRefusal | null {
  const { status, standing } = input
  // Checked first, because it makes no sense to ask for a seat in a class that is over.
  if (status === "completed" || status === "cancelled") return "CLASS_OVER"
  const role = roleInRoom(standing, input.isAdmin)
  if (role === null) {
    if (standing === "pending") return "REQUEST_PENDING"
    if (standing === "rejected") return "REQUEST_DENIED"
    return input.class_type === "demo" ? "DEMO_REQUEST_REQUIRED" : "ENROLMENT_REQUIRED"
  }
  if (role === "student" && input.isBanned) return "REMOVED_FROM_CLASS"
  if (role === "student" && input.lacksConsent) return "CONSENT_REQUIRED"
  if (status === "scheduled") return "CLASS_NOT_READY"
  return role === "student" && input.isLockedOut ? "ROOM_LOCKED" : null
}

/** Whether students have been without instructor or admin for so long that they must be held. */
export function isUnattended(unattendedSince: Date | null, now: Date): boolean {
  return unattendedSince !== null && now.getTime() - unattendedSince.getTime() >= UNATTENDED_AFTER_MS
}

/**
 * Returns when an abandoned class is closed: the grace period after the instructor was last there, but not
 * before its scheduled end.
 */
export function graceEnds(input: { absentSince: Date; endsAt: Date; graceMinutes: number }): Date {
  return new Date(Math.max(input.endsAt.getTime(), input.absentSince.getTime() + input.graceMinutes * MINUTE))
}

/**
 * Returns when an abandoned class is recorded as ended: when the instructor left, or at the scheduled end if
 * that was later.
 */
export function abandonedEnd(input: { absentSince: Date; endsAt: Date; now: Date }): Date {
  const ended = Math.max(input.absentSince.getTime(), input.endsAt.getTime())
  return new Date(Math.min(ended, input.now.getTime()))
}

/** Returns when a class ends at the latest whose instructor stays: after twelve hours, or as scheduled if that is later. */
export function longestEnd(input: { startedAt: Date; endsAt: Date }): Date {
  return new Date(Math.max(input.startedAt.getTime() + LONGEST_CLASS_MS, input.endsAt.getTime()))
}

/** A period in which it was unknown who was in a room. */
export type Outage = { from: Date; to: Date }

/**
 * Returns the outage shown by a look into the room of a live class at `at`, or null. Each room has its own:
 * it began at the room's last successful look, `lookedAt`, or with the class, and lasts until now. A
 * successful look shows an outage only after BLIND_AFTER_MS without any, because time without looks also
 * hides who was there.
 */
export function outageOf(look: {
  answered: boolean
  at: Date
  startedAt: Date
  lookedAt: Date | null
}): Outage | null {
  const from = look.lookedAt && look.lookedAt > look.startedAt ? look.lookedAt : look.startedAt
  const blindMs = look.at.getTime() - from.getTime()
  if (blindMs <= 0 || (look.answered && blindMs <= BLIND_AFTER_MS)) return null
  return { from, to: look.at }
}

/**
 * Returns the name of a room made for the nth time. A forgotten room never gets its old name again, so that
 * late events of the old one can't be taken for the new one.
 */
export function roomNameAgain(firstName: string, suffix: number): string {
  return suffix === 0 ? firstName : `${firstName}-${suffix}`
}

const ROOM_NAME = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-\d+)?$/

/**
 * Returns the class whose id a room's name ends with, with or without a suffix; null for a room of something
 * else.
 */
export function classOfRoomName(name: string): string | null {
  return ROOM_NAME.exec(name)?.[1] ?? null
}
