import { and, inArray, isNull } from "drizzle-orm"
import type { ClassDraft } from "#contract/classes/classes.ts"
import { isApprovedInstructor } from "#features/accounts/server/service.ts"
import { canActForInstructors, isClassDate } from "#features/classes/rules.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse, refuseFields } from "#platform/errors.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"

/** The errors of a draft, by field: a code of the field messages, or a sentence. */
export type Problems = Record<string, string>

export type Times = { scheduled_date: string; starts_at: Date; ends_at: Date }

/** Wall-clock times, HH:MM or as the database has them. */
type WallTimes = { start_time: string; end_time: string }

/** Throws FORBIDDEN for an instructor who isn't approved, or is no longer allowed to teach. */
export async function requireApproved(ctx: SignedInCtx): Promise<void> {
  if (canActForInstructors(ctx.viewer)) return
  if (!(await isApprovedInstructor(ctx, ctx.viewer.user_id))) refuse("FORBIDDEN")
}

/**
 * Returns the owner of the class: the viewer, or the instructor an admin names. `owner` is the present one.
 */
export async function chooseOwner(
  ctx: SignedInCtx,
  draft: ClassDraft,
  owner: string | null,
  problems: Problems,
): Promise<string> {
  await requireApproved(ctx)
  if (!canActForInstructors(ctx.viewer)) return ctx.viewer.user_id
  const chosen = draft.instructor_id ?? owner
  if (chosen && (chosen === owner || (await isApprovedInstructor(ctx, chosen)))) return chosen
  problems.instructor_id = "INSTRUCTOR_UNKNOWN"
  return ""
}

/** The most that a class past midnight can last. In a longer one the times are probably swapped. */
const LONGEST_NIGHT_MS = 12 * HOUR

/**
 * Returns the draft's window on a date as instants. A start in the current minute is not in the past, and on
 * edit an unchanged time may be in the past. An edit that leaves date and times unchanged keeps the instants,
 * also those that were scheduled in another zone. Only a class that already goes on past midnight, as after a
 * change of the zone, may end on the next day. Throws FIELD_ERRORS for a date that classes can't have.
 */
export function chooseTimes(
  ctx: SignedInCtx,
  draft: WallTimes,
  scheduled_date: string,
  before: (Times & WallTimes) | null,
  problems: Problems,
): Times {
  if (!isClassDate(scheduled_date)) refuseFields({ scheduled_date: "Choose a date between 2000 and 2099" })
  if (before && isUnmoved(draft, scheduled_date, before)) {
    return { scheduled_date, starts_at: before.starts_at, ends_at: before.ends_at }
  }
  const zone = ctx.env.TIME_ZONE
  const now = ctx.clock.now().getTime()
  const starts_at = instantInZone(scheduled_date, draft.start_time, zone)
  const pastMidnight = before !== null && endsNextDay(before) && endsNextDay(draft)
  const ends_at = instantInZone(
    pastMidnight ? addDays(scheduled_date, 1) : scheduled_date,
    draft.end_time,
    zone,
  )
  const startMoved = !before || !sameInstant(starts_at, before.starts_at)
  const endMoved = !before || !sameInstant(ends_at, before.ends_at)
  if (startMoved && starts_at.getTime() < now - (now % MINUTE)) problems.start_time = "CLASS_IN_PAST"
  const length = ends_at.getTime() - starts_at.getTime()
  if (length <= 0 || (pastMidnight && length > LONGEST_NIGHT_MS)) problems.end_time = "END_BEFORE_START"
  else if (endMoved && !startMoved && ends_at.getTime() <= now) problems.end_time = "CLASS_IN_PAST"
  return { scheduled_date, starts_at, ends_at }
}

function endsNextDay({ start_time, end_time }: WallTimes): boolean {
  return end_time.slice(0, 5) <= start_time.slice(0, 5)
}

function isUnmoved(draft: WallTimes, scheduled_date: string, before: Times & WallTimes): boolean {
  return (
    scheduled_date === before.scheduled_date &&
    draft.start_time.slice(0, 5) === before.start_time.slice(0, 5) &&
    draft.end_time.slice(0, 5) === before.end_time.slice(0, 5)
  )
}

export function sameInstant(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime()
}

type Placed = { draft: ClassDraft; row: { course_id: string | null } | null }

/**
 * Checks that each class on premises has a venue, and that its program is offered or the one it had. `row` is a
 * class before an edit.
 */
export async function checkPlaces(
  ctx: SignedInCtx,
  classes: readonly Placed[],
  problems: Problems,
): Promise<void> {
  if (classes.some(({ draft }) => draft.delivery === "on_premises" && !draft.venue_name)) {
    problems.venue_name = "VENUE_REQUIRED"
  }
  const chosen = new Set<string>()
  for (const { draft, row } of classes) {
    if (draft.course_id && draft.course_id !== row?.course_id) chosen.add(draft.course_id)
  }
  if (chosen.size === 0) return
  const offered = and(inArray(programs.id, [...chosen]), isNull(programs.archived_at))
  if ((await ctx.db.$count(programs, offered)) < chosen.size) problems.course_id = "PROGRAM_UNKNOWN"
}

export function stopAt(problems: Problems): void {
  if (Object.keys(problems).length > 0) refuseFields(problems)
}

/** Returns the columns that a draft sets in each of its classes, without times and instructors. */
export function columnsOf(draft: ClassDraft) {
  const onPremises = draft.delivery === "on_premises"
  return {
    title: draft.title,
    description: draft.description,
    subject: draft.subject,
    curriculum: draft.curriculum,
    grade: draft.grade,
    start_time: draft.start_time,
    end_time: draft.end_time,
    max_capacity: draft.max_capacity,
    class_type: draft.class_type,
    auto_record: draft.auto_record,
    delivery: draft.delivery,
    venue_name: (onPremises && draft.venue_name) || null,
    venue_address: (onPremises && draft.venue_address) || null,
    course_id: draft.course_id ?? null,
  }
}
