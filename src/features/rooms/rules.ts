import type { ClassStanding, ScheduledClass } from "#contract/classes.ts"
import type { RoomAllowance, RoomPolicy } from "#contract/room-board.ts"
import { MINUTE, SECOND } from "#shared/time.ts"

/** Children alone for so long may no longer publish and see a waiting screen. */
export const UNATTENDED_AFTER_MS = 60 * SECOND
/** A stretch without an answered look into the room that is longer than this is an outage. */
export const BLIND_AFTER_MS = 30 * SECOND
/** How long a token for joining is good for; who is inside gets fresh ones from the video server. */
export const TOKEN_SECONDS = 120

export type RoomRole = "student" | "instructor"

/** What a participant may send into a room; everybody may listen and watch. */
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
 * The rights of a role under what the instructor allows all students and this one. While `held` for want of an
 * instructor a student keeps the seat but sends nothing.
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
  // Chat and hands go through the API, which stores and authorises them: students send data to draw, and else none.
  return { publish, data: policy.whiteboard && mayDraw({ role, held, policy, allowance }) }
}

/** Whether somebody may draw on the whiteboard now. */
export function mayDraw(input: {
  role: RoomRole
  held: boolean
  policy: Pick<RoomPolicy, "drawing">
  allowance: Pick<RoomAllowance, "drawing">
}): boolean {
  if (input.role === "instructor") return true
  return !input.held && (input.allowance.drawing ?? input.policy.drawing)
}

/** Whether somebody may write in the chat now. A student may always write to the instructor alone, unless held. */
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

/** An admin may do in any class what its instructor may. */
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
 * Why somebody can't enter the room now, or null. The stored status decides, not the shown one: a class inside
 * its window that nobody started is not ready, for its instructor too, who starts it first.
 */
export function joinRefusal(input: {
  status: ScheduledClass["status"]
  class_type: ScheduledClass["class_type"]
  standing: ClassStanding
  isAdmin: boolean
  isBanned: boolean
  /** A minor's guardian has yet to agree to live classes, where the academy asks for it. */
  lacksConsent?: boolean
  /** The room is locked, and this person had not been in it. */
  isLockedOut?: boolean
}): JoinRefusal | null {
  const { status, standing } = input
  // Said first, because asking for a place in a class that is over would lead nowhere.
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

/** When an abandoned class is closed: the grace after the instructor was last there, never before its end. */
export function graceEnds(input: { absentSince: Date; endsAt: Date; graceMinutes: number }): Date {
  return new Date(Math.max(input.endsAt.getTime(), input.absentSince.getTime() + input.graceMinutes * MINUTE))
}

/** When an abandoned class is taken to have ended: as the instructor left, or as scheduled if that was later. */
export function abandonedEnd(input: { absentSince: Date; endsAt: Date; now: Date }): Date {
  const ended = Math.max(input.absentSince.getTime(), input.endsAt.getTime())
  return new Date(Math.min(ended, input.now.getTime()))
}

/** A stretch in which nobody could tell who was in a room. */
export type Outage = { from: Date; to: Date }

/**
 * The outage that a look into the room of a live class at `at` shows, or null. It is this room's own: it began at the
 * room's last answered look, `lookedAt`, or with the class, and lasts until now. An answered look shows one only after
 * a silence of BLIND_AFTER_MS, for time nobody looked hides who was there as well.
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
 * The name of a room made for the nth time. A forgotten room is never made again under its old name, so that
 * late words about the old one can't be taken for the new one.
 */
export function roomNameAgain(firstName: string, suffix: number): string {
  return suffix === 0 ? firstName : `${firstName}-${suffix}`
}

const ROOM_NAME = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-\d+)?$/

/** The class whose id a room's name ends with, whichever time it was made; null for a room of someone else's. */
export function classOfRoomName(name: string): string | null {
  return ROOM_NAME.exec(name)?.[1] ?? null
}
