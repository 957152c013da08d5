import { and, asc, desc, eq, gte, inArray, lt, not, or, type SQL, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/pg-core"
import type { ClassType, ScheduledClass } from "#contract/classes.ts"
import { AFTER_ALL_CLASSES, canActForInstructors, canSchedule, isClassDate } from "#features/classes/rules.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { boundAt } from "#platform/db.ts"
import { refuseFields } from "#platform/errors.ts"
import { decodeCursor, limitFor, type Place, toPage } from "#platform/paging.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { type ClassViewRow, describeClass, selectClasses, shared, visibleTo } from "./class-view.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

type PageInput = { cursor?: string; limit: number }
type Scope = "upcoming" | "past" | "all"
type DayStats = { live: number; upcoming: number; students: number }
type ClassPage = { items: ScheduledClass[]; next_cursor: string | null }

/**
 * Classes by start, of one day or from today on together with those that are live, and the figures of the day
 * shown. Two queries, whoever asks and however many classes there are. Throws FIELD_ERRORS.
 */
export async function listAllClasses(
  ctx: Ctx,
  input: PageInput & { date?: string; curriculum: string; class_type?: ClassType; course_id?: string },
): Promise<ClassPage & { stats: DayStats }> {
  if (input.date && !isClassDate(input.date)) refuseFields({ date: "Choose a date between 2000 and 2099" })
  const today = dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE)
  const filters = [
    input.date ? onDay(ctx, input.date) : fromDayOn(ctx, today),
    input.curriculum === "all" ? undefined : eq(scheduledClasses.curriculum, input.curriculum),
    input.class_type && eq(scheduledClasses.class_type, input.class_type),
    input.course_id ? eq(scheduledClasses.course_id, input.course_id) : undefined,
    afterPlace(decodeCursor(input.cursor)),
    visibleTo(ctx.viewer),
  ]
  const [rows, stats] = await Promise.all([
    selectClasses(ctx)
      .where(and(...filters))
      .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
      .limit(limitFor(input.limit)),
    readDayStats(ctx, input.date ?? today),
  ])
  return { ...describePage(ctx, rows, input.limit), stats }
}

function describePage(ctx: Ctx, rows: ClassViewRow[], limit: number): ClassPage {
  const placeOf = (row: ClassViewRow): Place => ({ at: row.class.starts_at, id: row.class.id })
  return toPage(rows, limit, placeOf, (row) => describeClass(ctx.viewer, row))
}

// Rows as a whole are compared, so that the index on both columns gives the page.
const place = sql`(${scheduledClasses.starts_at}, ${scheduledClasses.id})`

function afterPlace(at: Place | null): SQL | undefined {
  return at ? sql`${place} > (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)` : undefined
}

function beforePlace(at: Place | null): SQL | undefined {
  return at ? sql`${place} < (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)` : undefined
}

function onDay(ctx: Ctx, date: string): SQL | undefined {
  const [from, to] = dayBounds(ctx, date)
  return and(gte(scheduledClasses.starts_at, boundAt(from)), lt(scheduledClasses.starts_at, boundAt(to)))
}

function dayBounds(ctx: Ctx, date: string): [Date, Date] {
  const zone = ctx.env.TIME_ZONE
  return [instantInZone(date, "00:00", zone), instantInZone(addDays(date, 1), "00:00", zone)]
}

/** The classes that are live are few and have an index of their own. */
const oldestLive = sql`(select min(live.starts_at) from ${scheduledClasses} live where live.status = 'live')`

/**
 * Where a walk along the starts begins that wants what starts from an instant on and every live class, however
 * old: asking for either by OR alone would read the whole table.
 */
function notBefore(from: Date): SQL {
  return sql`${scheduledClasses.starts_at} >= least(${from.toISOString()}::timestamptz, ${oldestLive})`
}

function fromDayOn(ctx: Ctx, date: string): SQL | undefined {
  const [from] = dayBounds(ctx, date)
  const { starts_at, status } = scheduledClasses
  // As a case and not by OR, which would lead away from the walk and read all that is to come for one page of it.
  const wanted = sql`case when ${starts_at} >= ${from.toISOString()}::timestamptz then true else ${status} = 'live' end`
  return and(notBefore(from), wanted)
}

/** The figures of a day as of now, for who follows it. */
export async function readDayFigures(ctx: Ctx, date: string): Promise<DayStats & { at: number }> {
  const at = ctx.clock.now().getTime()
  return { at, ...(await readDayStats(ctx, date)) }
}

/** What is shown as live, what is still to come, and the seats taken on one day; cancelled classes don't count. */
async function readDayStats(ctx: Ctx, date: string): Promise<DayStats> {
  const now = sql`${ctx.clock.now().toISOString()}::timestamptz`
  const { status, starts_at, ends_at, seats_taken } = scheduledClasses
  const [stats] = await ctx.db
    .select({
      live: sql<number>`count(*) filter (where ${status} = 'live'
        or (${status} = 'scheduled' and ${starts_at} <= ${now} and ${now} < ${ends_at}))`,
      upcoming: sql<number>`count(*) filter (where ${status} = 'scheduled' and ${starts_at} > ${now})`,
      students: sql<number>`coalesce(sum(${seats_taken}) filter (where ${status} <> 'cancelled'), 0)`,
    })
    .from(scheduledClasses)
    .where(and(onDay(ctx, date), shared))
  return stats ?? { live: 0, upcoming: 0, students: 0 }
}

/**
 * The classes a student has a seat in, or an instructor's own. Upcoming ones, live ones among them, and all
 * come by start; past ones the newest first. One query.
 */
export async function listOwnClasses(
  ctx: SignedInCtx,
  input: PageInput & { scope: Scope },
): Promise<ClassPage> {
  const at = decodeCursor(input.cursor)
  const newestFirst = input.scope === "past"
  const direction = newestFirst ? desc : asc
  const order = [direction(scheduledClasses.starts_at), direction(scheduledClasses.id)]
  const wanted = and(inScope(ctx, input.scope), newestFirst ? beforePlace(at) : afterPlace(at))
  const own = canSchedule(ctx.viewer)
    ? isTaught(ctx, wanted, order, input.limit)
    : isAttended(ctx, wanted, order, input.limit)
  const rows = await selectClasses(ctx)
    .where(own)
    .orderBy(...order)
    .limit(limitFor(input.limit))
  return describePage(ctx, rows, input.limit)
}

/**
 * What an instructor teaches, and what is theirs while a substitute teaches it: a page of either, because each
 * has an index and asking for either by OR would sort all of both.
 */
function isTaught(ctx: SignedInCtx, wanted: SQL | undefined, order: SQL[], limit: number): SQL {
  const { id, instructor_id, substitutes_for } = scheduledClasses
  const taughtAs = (teacher: typeof instructor_id | typeof substitutes_for) =>
    ctx.db
      .select({ id })
      .from(scheduledClasses)
      .where(and(eq(teacher, ctx.viewer.user_id), wanted))
      .orderBy(...order)
      .limit(limitFor(limit))
  return inArray(id, unionAll(taughtAs(instructor_id), taughtAs(substitutes_for)))
}

/** A page of the classes that a student has a seat in: what else is shown is looked up for that page alone. */
function isAttended(ctx: SignedInCtx, wanted: SQL | undefined, order: SQL[], limit: number): SQL {
  const { user_id } = ctx.viewer
  const seated = sql`${scheduledClasses.id} in (
    select ${classEnrollments.class_id} from ${classEnrollments} where ${classEnrollments.student_id} = ${user_id}
    union
    select ${demoClassRequests.class_id} from ${demoClassRequests}
    where ${demoClassRequests.student_id} = ${user_id} and ${demoClassRequests.status} = 'approved')`
  const page = ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(and(seated, wanted))
    .orderBy(...order)
    .limit(limitFor(limit))
  return inArray(scheduledClasses.id, page)
}

function taughtBy(userId: string): SQL | undefined {
  return or(eq(scheduledClasses.instructor_id, userId), eq(scheduledClasses.substitutes_for, userId))
}

/** So many classes of one timetable are listed; whether there are more is said beside them. */
const MOST_IN_TIMETABLE = 500

/**
 * The classes of some days from a wall-clock date on, by start: the viewer's own and those given to a
 * substitute; for an admin everyone's, or one instructor's. One query. Throws FIELD_ERRORS.
 */
export async function listTimetable(
  ctx: SignedInCtx,
  input: { from: string; days: number; instructor_id?: string },
): Promise<{ classes: ScheduledClass[]; has_more: boolean }> {
  if (!isClassDate(input.from)) refuseFields({ from: "Choose a date between 2000 and 2099" })
  const zone = ctx.env.TIME_ZONE
  const from = instantInZone(input.from, "00:00", zone)
  const to = instantInZone(addDays(input.from, input.days), "00:00", zone)
  const whose = canActForInstructors(ctx.viewer) ? input.instructor_id : ctx.viewer.user_id
  const rows = await selectClasses(ctx)
    .where(
      and(
        gte(scheduledClasses.starts_at, from),
        lt(scheduledClasses.starts_at, to),
        whose ? taughtBy(whose) : undefined,
      ),
    )
    .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(MOST_IN_TIMETABLE + 1)
  return {
    classes: rows.slice(0, MOST_IN_TIMETABLE).map((row) => describeClass(ctx.viewer, row)),
    has_more: rows.length > MOST_IN_TIMETABLE,
  }
}

/** A cancelled class stays among the upcoming ones until its time has passed, for that is where it is looked for. */
function inScope(ctx: SignedInCtx, scope: Scope): SQL | undefined {
  if (scope === "all") return undefined
  const now = ctx.clock.now()
  const { status, starts_at, ends_at } = scheduledClasses
  const over = sql`(${status} <> 'live' and (${ends_at} <= ${now.toISOString()}::timestamptz or ${status} = 'completed'))`
  // No class is longer than a day or completed before it could start, which bounds the walk along the starts.
  if (scope === "past") return and(over, lt(starts_at, boundAt(new Date(now.getTime() + DAY))))
  // A range without an end is taken for a third of what an instructor ever taught. A student's few seats are read whole.
  const end = canSchedule(ctx.viewer) ? lt(starts_at, boundAt(AFTER_ALL_CLASSES)) : undefined
  return and(not(over), notBefore(new Date(now.getTime() - DAY)), end)
}
