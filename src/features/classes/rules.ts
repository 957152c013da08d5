import type { ClassStanding, ClassStatus, ScheduledClass } from "#contract/classes.ts"
import type { Role } from "#shared/roles.ts"
import { HOUR, MINUTE, SECOND } from "#shared/time.ts"

/** A class can be set live from this many minutes before its start. */
export const GO_LIVE_MINUTES_BEFORE = 15
export const MIN_CAPACITY = 1
export const MAX_CAPACITY = 100
/** What the forms offer at first: 30 on the schedule screen, 50 in the dialogs. */
export const DEFAULT_CAPACITY = { screen: 30, dialog: 50 } as const
export const DEFAULT_CURRICULUM = "CBSE"
/** The dates that classes have; what lies outside is a slip of the keyboard. */
export const FIRST_DATE = "2000-01-01"
export const LAST_DATE = "2099-12-31"
/** How often a screen decides anew what is live. */
export const LIVE_STATE_REFRESH_MS = 30 * SECOND
/** Why a class that nobody started was closed. */
export const NOT_HELD = "not held"
/** Why a one-on-one class is off when its student leaves it. */
export const GIVEN_BACK = "the student gave the time back"
export const ONE_ON_ONE_TITLE = "One-on-one"

type Timed = Pick<ScheduledClass, "status" | "starts_at" | "ends_at">
type RoleHolder = { role: Role | null }

/**
 * What a class is shown as at an instant: live when it was started, or when it is scheduled and now is inside
 * its window, whose end is outside. A completed or cancelled class stays what it is.
 */
export function liveState(session: Timed, now: Date): ClassStatus {
  return canStartLive(session, now) ? "live" : session.status
}

/** After the start of every class there can be. */
export const AFTER_ALL_CLASSES = new Date("2100-01-02T00:00:00Z")

/** Whether a class can be on a date, YYYY-MM-DD. */
export function isClassDate(date: string): boolean {
  return FIRST_DATE <= date && date <= LAST_DATE
}

const STATE_LABELS = {
  live: "LIVE NOW",
  scheduled: "Upcoming",
  completed: "Completed",
  cancelled: "Cancelled",
} as const satisfies Record<ClassStatus, string>

/** The label of a shown state. */
export function stateLabel(state: ClassStatus): string {
  return STATE_LABELS[state]
}

/** Whether Start Live is offered: stored as scheduled, and now is inside the window. */
export function canStartLive(session: Timed, now: Date): boolean {
  return session.status === "scheduled" && session.starts_at <= now && now < session.ends_at
}

/** Whether Go Live is offered, and starting accepted: from 15 minutes before the start until the end. */
export function canGoLive(session: Timed, now: Date): boolean {
  return session.status === "scheduled" && !isTooEarly(session, now) && now < session.ends_at
}

/** Whether starting has to wait. */
export function isTooEarly(session: Pick<Timed, "starts_at">, now: Date): boolean {
  return now.getTime() < session.starts_at.getTime() - GO_LIVE_MINUTES_BEFORE * MINUTE
}

/** Whether a class still takes students and requests: not started, not called off, its end ahead. */
export function isOpen(session: Pick<Timed, "status" | "ends_at">, now: Date): boolean {
  return session.status === "scheduled" && now < session.ends_at
}

/**
 * Whether a regular class takes students: until its end, also while it is live, for who hears of it late is told
 * to enrol in order to join.
 */
export function takesStudents(
  session: Pick<Placed, "status" | "ends_at" | "class_type">,
  now: Date,
): boolean {
  const running = session.status === "live" || session.status === "scheduled"
  return session.class_type === "regular" && running && now < session.ends_at
}

type Seated = Pick<ScheduledClass, "enrolled_count" | "held_count" | "max_capacity">

/** Whether every seat is taken or kept for somebody. */
export function isFull(session: Seated): boolean {
  return session.enrolled_count + session.held_count >= session.max_capacity
}

/**
 * What has one free trial: the subject, however it is written. Not the service of a program, for cricket and
 * football are both Sports, and each is new to who tries it.
 */
export function activityOf(session: Pick<ScheduledClass, "subject">): string {
  return session.subject.trim().toLowerCase()
}

/** Until when a seat is kept for a request: so many hours, but never past the start, for then it is wanted. */
export function heldUntil(startsAt: Date, requestedAt: Date, hours: number): Date {
  return new Date(Math.min(startsAt.getTime(), requestedAt.getTime() + hours * HOUR))
}

/** "1st", "2nd", "3rd", "4th", "11th", "21st". */
export function ordinal(place: number): string {
  const teen = place % 100 > 10 && place % 100 < 14
  return `${place}${teen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th")}`
}

const ROOM_PREFIX = "kaksha"
const ROOM_NAME_LENGTH = 100

/** The name of a class's video room: prefix, title and id, in ASCII and at most 100 characters. */
export function roomName(session: Pick<ScheduledClass, "id" | "title">): string {
  const room = ROOM_NAME_LENGTH - ROOM_PREFIX.length - session.id.length - 2
  const slug = session.title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, room)
    .replace(/^-|-$/g, "")
  return [ROOM_PREFIX, slug, session.id].filter(Boolean).join("-")
}

/** Whether a role schedules, edits, starts and ends classes. Which ones is for the class's row to say. */
export function canSchedule(viewer: RoleHolder): boolean {
  return viewer.role === "instructor" || viewer.role === "admin"
}

/** Whether a role takes seats and asks for places in demo classes. */
export function canTakeSeat(viewer: RoleHolder): boolean {
  return viewer.role === "student"
}

/** Whether a role acts on every instructor's classes, and chooses for whom it schedules. */
export function canActForInstructors(viewer: RoleHolder): boolean {
  return viewer.role === "admin"
}

type Taught = { instructor_id: string; substitutes_for: string | null }

/** Whose class it is: its own instructor, also while a substitute teaches it. */
export function ownerOf(session: Taught): string {
  return session.substitutes_for ?? session.instructor_id
}

/** Whether somebody may run a class: the one who teaches it, and the one whose class it is. */
export function teaches(session: Taught, person: { user_id: string }): boolean {
  return session.instructor_id === person.user_id || session.substitutes_for === person.user_id
}

/** How a card's reader stands to its class; people who can't take a seat are staff. */
export type CardStanding = ClassStanding | "visitor" | "staff"

/** The standing that a card is drawn for. */
export function cardStanding(viewer: RoleHolder | null, standing: ClassStanding): CardStanding {
  if (!viewer) return "visitor"
  return standing === "none" && !canTakeSeat(viewer) ? "staff" : standing
}

/** What the button of a class card does; `status` is a disabled button that only says how things are. */
export type PlaceAction = {
  kind: "join" | "sign-in" | "request-demo" | "enrol" | "join-line" | "status"
  label: string
  disabled: boolean
}

type Placed = Timed & Seated & Pick<ScheduledClass, "class_type">

const STANDING_LABELS: Partial<Record<CardStanding, string>> = {
  waiting: "On the waitlist",
  enrolled: "Enrolled",
  pending: "Request Pending",
  approved: "Request Approved",
  rejected: "Request Denied",
}

/** The place in line that is offered beside the disabled button of a full class, or null. */
export function lineAction(session: Placed, standing: CardStanding, now: Date): PlaceAction | null {
  if (standing !== "none" || !isFull(session) || !isOpen(session, now)) return null
  if (liveState(session, now) === "live") return null
  return { kind: "join-line", label: "Join waitlist", disabled: false }
}

/** The seat that is offered beside Join Live to somebody without one, or null. */
export function lateSeat(session: Placed, standing: CardStanding, now: Date): PlaceAction | null {
  if (standing !== "none" || liveState(session, now) !== "live" || !takesStudents(session, now)) return null
  return { kind: "enrol", label: "Enroll Now", disabled: isFull(session) }
}

/** The button on a class card for whoever stands so to the class, at an instant. */
export function placeAction(session: Placed, standing: CardStanding, now: Date): PlaceAction {
  const state = liveState(session, now)
  if (state === "live") return { kind: "join", label: "Join Live", disabled: false }
  const saysState: PlaceAction = { kind: "status", label: stateLabel(state), disabled: true }
  if (!isOpen(session, now)) return saysState
  if (standing === "visitor") return { kind: "sign-in", label: "Login to Enroll", disabled: true }
  if (standing !== "none") return { ...saysState, label: STANDING_LABELS[standing] ?? saysState.label }
  const disabled = isFull(session)
  return session.class_type === "demo"
    ? { kind: "request-demo", label: "Request Demo", disabled }
    : { kind: "enrol", label: "Enroll Now", disabled }
}
