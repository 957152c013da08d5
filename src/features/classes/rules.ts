import type { ClassStanding, ClassStatus, ScheduledClass } from "#contract/classes/classes.ts"
import type { Role } from "#shared/roles.ts"
import { HOUR, MINUTE, SECOND } from "#shared/time.ts"

/** A class can be started from this many minutes before its start. */
export const GO_LIVE_MINUTES_BEFORE = 15
export const MIN_CAPACITY = 1
export const MAX_CAPACITY = 100
/** The initial value in the forms: 30 on the schedule screen, 50 in the dialogs. */
export const DEFAULT_CAPACITY = { screen: 30, dialog: 50 } as const
export const DEFAULT_CURRICULUM = "CBSE"
/** The earliest possible date of a class. Dates outside the range are typing errors. */
export const FIRST_DATE = "2000-01-01"
export const LAST_DATE = "2099-12-31"
/** How often a screen recalculates what is live, in milliseconds. */
export const LIVE_STATE_REFRESH_MS = 30 * SECOND
/** No class goes on for longer after its start, unless it is scheduled to. */
export const LONGEST_CLASS_MS = 12 * HOUR
/** How long the register of a class may stay on a phone. A class on premises without any then counts as not held. */
export const REGISTER_MAY_TAKE_MS = 48 * HOUR
export const ONE_ON_ONE_TITLE = "One-on-one"

type Timed = Pick<ScheduledClass, "status" | "starts_at" | "ends_at">
type RoleHolder = { role: Role | null }

/**
 * Returns the status to show at an instant: live if the class was started, or if it is scheduled and now is
 * inside its window, whose end is exclusive. A completed or cancelled class keeps its status.
 */
export function liveState(scheduledClass: Timed, now: Date): ClassStatus {
  return canStartLive(scheduledClass, now) ? "live" : scheduledClass.status
}

/** The next instant at which a class that is not over starts or ends, and so is shown otherwise; null if there is none. */
export function nextTurn(classes: readonly Timed[], now: Date): Date | null {
  const turns = classes
    .filter(({ status }) => status === "scheduled" || status === "live")
    .flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
    .filter((turn) => turn > now)
  return turns.reduce<Date | null>((next, turn) => (next && next <= turn ? next : turn), null)
}

/** Later than the start of any class. */
export const AFTER_ALL_CLASSES = new Date("2100-01-02T00:00:00Z")

/** Whether a class can have this date, YYYY-MM-DD. */
export function isClassDate(date: string): boolean {
  return FIRST_DATE <= date && date <= LAST_DATE
}

/** Whether Start Live is offered: the stored status is scheduled, and now is inside the window. */
export function canStartLive(scheduledClass: Timed, now: Date): boolean {
  return (
    scheduledClass.status === "scheduled" && scheduledClass.starts_at <= now && now < scheduledClass.ends_at
  )
}

/** Whether Go Live is offered, and starting accepted: from 15 minutes before the start until the end. */
export function canGoLive(scheduledClass: Timed, now: Date): boolean {
  return (
    scheduledClass.status === "scheduled" && !isTooEarly(scheduledClass, now) && now < scheduledClass.ends_at
  )
}

/** Whether it is still too early to start the class. */
export function isTooEarly(scheduledClass: Pick<Timed, "starts_at">, now: Date): boolean {
  return now.getTime() < scheduledClass.starts_at.getTime() - GO_LIVE_MINUTES_BEFORE * MINUTE
}

/** Whether a class still accepts students and requests: not started, not cancelled, and not over. */
export function isOpen(scheduledClass: Pick<Timed, "status" | "ends_at">, now: Date): boolean {
  return scheduledClass.status === "scheduled" && now < scheduledClass.ends_at
}

/**
 * Whether a class that nobody starts is under way: in a hall the register follows, up to days later. Until then the class
 * is stored as scheduled.
 */
export function isUnderWayInHall(
  scheduledClass: Pick<Timed, "starts_at"> & Pick<ScheduledClass, "delivery">,
  now: Date,
): boolean {
  return scheduledClass.delivery === "on_premises" && scheduledClass.starts_at <= now
}

/**
 * Whether a regular class accepts students: until its end, also while it is live, because people who come
 * late are asked to enrol in order to join.
 */
export function takesStudents(
  scheduledClass: Pick<Placed, "status" | "ends_at" | "class_type">,
  now: Date,
): boolean {
  const running = scheduledClass.status === "live" || scheduledClass.status === "scheduled"
  return scheduledClass.class_type === "regular" && running && now < scheduledClass.ends_at
}

type Seated = Pick<ScheduledClass, "enrolled_count" | "held_count" | "max_capacity">

/** Whether every seat is taken or kept for a request. */
export function isFull(scheduledClass: Seated): boolean {
  return scheduledClass.enrolled_count + scheduledClass.held_count >= scheduledClass.max_capacity
}

/**
 * Returns the activity that has one free trial: the subject, ignoring case. Not the program's service,
 * because cricket and football are both Sports and each has its own trial.
 */
export function activityOf(scheduledClass: Pick<ScheduledClass, "subject">): string {
  return scheduledClass.subject.trim().toLowerCase()
}

/**
 * Returns until when a seat is kept for a request: `hours` after it, but never past the start of the class.
 */
export function heldUntil(startsAt: Date, requestedAt: Date, hours: number): Date {
  return new Date(Math.min(startsAt.getTime(), requestedAt.getTime() + hours * HOUR))
}

/** Returns "1st", "2nd", "3rd", "4th", "11th", "21st". */
export function ordinal(place: number): string {
  const teen = place % 100 > 10 && place % 100 < 14
  return `${place}${teen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th")}`
}

const ROOM_PREFIX = "kaksha"
const ROOM_NAME_LENGTH = 100

/** Returns the name of a class's video room: prefix, title and id, in ASCII and at most 100 characters. */
export function roomName(scheduledClass: Pick<ScheduledClass, "id" | "title">): string {
  const room = ROOM_NAME_LENGTH - ROOM_PREFIX.length - scheduledClass.id.length - 2
  const slug = scheduledClass.title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, room)
    .replace(/^-|-$/g, "")
  return [ROOM_PREFIX, slug, scheduledClass.id].filter(Boolean).join("-")
}

/** Whether a role can schedule, edit, start and end classes. The class's row decides which ones. */
export function canSchedule(viewer: RoleHolder): boolean {
  return viewer.role === "instructor" || viewer.role === "admin"
}

/** Whether a role can take seats and request demo classes. */
export function canTakeSeat(viewer: RoleHolder): boolean {
  return viewer.role === "student"
}

/** Whether a role can manage every instructor's classes, and choose for whom it schedules. */
export function canActForInstructors(viewer: RoleHolder): boolean {
  return viewer.role === "admin"
}

type Taught = { instructor_id: string; substitutes_for: string | null }

/** Returns the owner of a class: its own instructor, also while a substitute teaches it. */
export function ownerOf(scheduledClass: Taught): string {
  return scheduledClass.substitutes_for ?? scheduledClass.instructor_id
}

/** Whether a person may run a class: they teach or own it. */
export function teaches(scheduledClass: Taught, person: { user_id: string }): boolean {
  return scheduledClass.instructor_id === person.user_id || scheduledClass.substitutes_for === person.user_id
}

/**
 * The relation of a card's reader to its class. Guardians can request demo classes for children for whom they
 * decide; other people who can't take a seat are staff.
 */
export type CardStanding = ClassStanding | "visitor" | "guardian" | "staff"

/** Returns the standing that a card is drawn for. `asks` is whether a guardian can request it for a child. */
export function cardStanding(
  viewer: (RoleHolder & { asks?: boolean }) | null,
  standing: ClassStanding,
): CardStanding {
  if (!viewer) return "visitor"
  if (standing === "none" && viewer.role === "guardian" && viewer.asks) return "guardian"
  return standing === "none" && !canTakeSeat(viewer) ? "staff" : standing
}

/** What a class card's button says, as a code: the screen has the text. */
export type PlaceLabel =
  | ("join" | "sign-in" | "sign-in-enrol" | "request-demo" | "enrol" | "join-waitlist")
  | ClassStatus
  | Exclude<ClassStanding, "none" | "instructor">

/** The action of a class card's button. `status` is a disabled button that only shows the status. */
export type PlaceAction = {
  kind: "join" | "sign-in" | "request-demo" | "enrol" | "join-waitlist" | "status"
  label: PlaceLabel
  disabled: boolean
}

type Placed = Timed & Seated & Pick<ScheduledClass, "class_type">

/** Returns the action to join the waitlist, offered beside the disabled button of a full class, or null. */
export function waitlistAction(
  scheduledClass: Placed,
  standing: CardStanding,
  now: Date,
): PlaceAction | null {
  const isLearner = standing === "none" || standing === "visitor"
  const asks = standing === "guardian" && scheduledClass.class_type === "demo"
  if (!(isLearner || asks) || !isFull(scheduledClass) || !isOpen(scheduledClass, now)) return null
  if (liveState(scheduledClass, now) === "live") return null
  return { kind: "join-waitlist", label: "join-waitlist", disabled: false }
}

/** Returns the action to take a seat, offered beside Join Live to people without one, or null. */
export function lateSeat(scheduledClass: Placed, standing: CardStanding, now: Date): PlaceAction | null {
  if (standing !== "none" || liveState(scheduledClass, now) !== "live" || !takesStudents(scheduledClass, now))
    return null
  return { kind: "enrol", label: "enrol", disabled: isFull(scheduledClass) }
}

/** Returns the action of a class card's button for a reader with this standing, at an instant. */
export function placeAction(scheduledClass: Placed, standing: CardStanding, now: Date): PlaceAction {
  const state = liveState(scheduledClass, now)
  if (state === "live") return { kind: "join", label: "join", disabled: false }
  const saysState: PlaceAction = { kind: "status", label: state, disabled: true }
  if (!isOpen(scheduledClass, now)) return saysState
  const isDemo = scheduledClass.class_type === "demo"
  // A visitor's request for a demo is sent once they have signed in.
  if (standing === "visitor" && !isDemo) return { kind: "sign-in", label: "sign-in", disabled: true }
  const takesNoSeat =
    standing === "instructor" || standing === "staff" || (standing === "guardian" && !isDemo)
  if (takesNoSeat) return saysState
  if (standing !== "none" && standing !== "visitor" && standing !== "guardian")
    return { ...saysState, label: standing }
  const disabled = isFull(scheduledClass)
  return isDemo
    ? { kind: "request-demo", label: "request-demo", disabled }
    : { kind: "enrol", label: "enrol", disabled }
}
