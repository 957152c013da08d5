import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  lt,
  ne,
  not,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm"
import { unionAll } from "drizzle-orm/pg-core"
import type { ClassType, ScheduledClass } from "#contract/classes/classes.ts"
import { AFTER_ALL_CLASSES, canActForInstructors, canSchedule, isClassDate } from "#features/classes/rules.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { boundAt, prepared } from "#platform/database/db.ts"
import { decodeCursor, limitFor, type Place, preparedPage, toPage } from "#platform/database/paging.ts"
import { refuseFields } from "#platform/errors.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { afterPlace, beforePlace, notBefore, ofClass, ofSeat, type Start } from "./class-starts.ts"
import {
  type ClassViewRow,
  describeClass,
  forEachRole,
  type Looking,
  selectClasses,
  visibleTo,
} from "./class-view.ts"
import { seatedIn } from "./figures.ts"
import { classEnrollments, demoClassRequests, scheduledClasses, shared } from "./table.ts"

type PageInput = { cursor?: string; limit: number }
type Scope = "upcoming" | "past" | "all"
type DayStats = { live: number; upcoming: number; students: number; seats: number }
type ClassPage = { items: ScheduledClass[]; next_cursor: string | null }

/**
 * Lists classes by start, of one day or from today on including those that are live, with the figures of the
 * day shown. Demo classes from today on are listed to request one, so those that are over are left out. Two queries for any viewer and any number of classes. Throws FIELD_ERRORS.
 */
export async function listAllClasses(
  ctx: Ctx,
  input: PageInput & { date?: string; curriculum: string; class_type?: ClassType; course_id?: string },
): Promise<ClassPage & { stats: DayStats }> {
  if (input.date && !isClassDate(input.date)) refuseFields({ date: "Choose a date between 2000 and 2099" })
  const today = dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE)
  const { cursor, date, curriculum, class_type, course_id } = input
  const isFrequent = cursor === undefined && !date && curriculum === "all" && !class_type && !course_id
  const [rows, stats] = await Promise.all([
    isFrequent ? readFirstPage(ctx, today, input.limit) : selectAll(ctx, input, today),
    readDayStats(ctx, date ?? today),
  ])
  return { ...describePage(ctx, rows, input.limit), stats }
}

function selectAll(
  ctx: Ctx,
  input: PageInput & { date?: string; curriculum: string; class_type?: ClassType; course_id?: string },
  today: string,
): Promise<ClassViewRow[]> {
  return selectByStart(
    ctx,
    input.limit,
    input.date ? onDay(ctx, input.date) : fromDayOn(dayBounds(ctx, today)[0]),
    !input.date && input.class_type === "demo" ? not(isOver(instantsOf(ctx))) : undefined,
    input.curriculum === "all" ? undefined : eq(scheduledClasses.curriculum, input.curriculum),
    input.class_type && eq(scheduledClasses.class_type, input.class_type),
    input.course_id ? eq(scheduledClasses.course_id, input.course_id) : undefined,
    afterPlace(decodeCursor(input.cursor)),
  )
}

function selectByStart(looking: Looking, limit: number, ...filters: (SQL | undefined)[]) {
  return selectClasses(looking)
    .where(and(...filters, visibleTo(looking.viewer)))
    .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(limitFor(limit))
}

/** The list as it opens from every page. */
const firstPages = forEachRole((role, name) =>
  preparedPage(`all_classes_for_${name}`, (db, limit) => {
    const viewer = role && { user_id: sql.placeholder("viewer"), role }
    return selectByStart({ db, viewer }, limit, fromDayOn(sql`${sql.placeholder("from")}::timestamptz`))
  }),
)

function readFirstPage(ctx: Ctx, today: string, limit: number): Promise<ClassViewRow[]> {
  const [from] = dayBounds(ctx, today)
  const values = { viewer: ctx.viewer?.user_id, from: from.toISOString() }
  return firstPages[ctx.viewer?.role ?? "visitor"](ctx.db, limit, values)
}

/**
 * Lists the classes that are live or still to come, the earliest first, without those that were called off. One query for
 * any viewer.
 */
export async function listComingClasses(
  ctx: Ctx,
  { course_id, class_type, limit }: { course_id?: string; class_type?: ClassType; limit: number },
): Promise<ScheduledClass[]> {
  const [from] = dayBounds(ctx, dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE))
  const rows = await selectByStart(
    ctx,
    limit,
    fromDayOn(from),
    not(isOver(instantsOf(ctx))),
    ne(scheduledClasses.status, "cancelled"),
    class_type && eq(scheduledClasses.class_type, class_type),
    course_id ? eq(scheduledClasses.course_id, course_id) : undefined,
  )
  return rows.slice(0, limit).map((row) => describeClass(ctx.viewer, row))
}

function describePage(ctx: Ctx, rows: ClassViewRow[], limit: number): ClassPage {
  const placeOf = (row: ClassViewRow): Place => ({ at: row.class.starts_at, id: row.class.id })
  return toPage(rows, limit, placeOf, (row) => describeClass(ctx.viewer, row))
}

function onDay(ctx: Ctx, date: string): SQL | undefined {
  return between(...dayBounds(ctx, date))
}

function between(from: Date | SQL, to: Date | SQL): SQL | undefined {
  return and(gte(scheduledClasses.starts_at, boundAt(from)), lt(scheduledClasses.starts_at, boundAt(to)))
}

function dayBounds(ctx: Ctx, date: string): [Date, Date] {
  const zone = ctx.env.TIME_ZONE
  return [instantInZone(date, "00:00", zone), instantInZone(addDays(date, 1), "00:00", zone)]
}

/** What starts from the beginning of a day on, and what is live. */
function fromDayOn(begin: Date | SQL): SQL | undefined {
  const from = begin instanceof Date ? sql`${begin.toISOString()}::timestamptz` : begin
  const { starts_at, status } = scheduledClasses
  // A CASE instead of an OR, which would not use the index on starts and would read all coming classes for
  // one page.
  const wanted = sql`case when ${starts_at} >= ${from} then true else ${status} = 'live' end`
  return and(notBefore(from), wanted)
}

/** Returns the figures of a day as of now, for live updates. `at` is in epoch milliseconds. */
export async function readDayFigures(ctx: Ctx, date: string): Promise<DayStats & { at: number }> {
  const at = ctx.clock.now().getTime()
  return { at, ...(await readDayStats(ctx, date)) }
}

/**
 * Returns how many classes are shown as live, how many are still to come, and the different people with a
 * seat on one day, with their seats. Cancelled classes don't count.
 */
async function readDayStats(ctx: Ctx, date: string): Promise<DayStats> {
  const [from, to] = dayBounds(ctx, date).map((instant) => instant.toISOString())
  const [stats] = await dayStats(ctx.db, { from, to, now: ctx.clock.now().toISOString() })
  return stats ?? { live: 0, upcoming: 0, students: 0, seats: 0 }
}

const dayStats = prepared("day_stats", (db) => {
  const at = (name: string) => sql`${sql.placeholder(name)}::timestamptz`
  const now = at("now")
  const { status, starts_at, ends_at, seats_taken } = scheduledClasses
  const ofDay = and(between(at("from"), at("to")), shared)
  const seated = seatedIn({ db }, and(ofDay, ne(status, "cancelled"))).as("seated")
  return db
    .select({
      live: sql<number>`count(*) filter (where ${status} = 'live'
        or (${status} = 'scheduled' and ${starts_at} <= ${now} and ${now} < ${ends_at}))`,
      upcoming: sql<number>`count(*) filter (where ${status} = 'scheduled' and ${starts_at} > ${now})`,
      students: sql<number>`(select count(*) from ${seated})`,
      seats: sql<number>`coalesce(sum(${seats_taken}) filter (where ${status} <> 'cancelled'), 0)`,
    })
    .from(scheduledClasses)
    .where(ofDay)
})

/**
 * Lists the classes a student has a seat in, or an instructor's own. Upcoming ones (including live) and all
 * are sorted by start, past ones newest first. One query.
 */
export async function listOwnClasses(
  ctx: SignedInCtx,
  input: PageInput & { scope: Scope },
): Promise<ClassPage> {
  const isFrequent = input.scope === "upcoming" && !input.cursor && ctx.viewer.role === "student"
  const rows = isFrequent
    ? await readUpcoming(ctx, input.limit)
    : await selectOwn(ctx, input, instantsOf(ctx))
  return describePage(ctx, rows, input.limit)
}

/** The first page of a student's upcoming classes, which every dashboard shows. */
const upcomingOfStudent = preparedPage("upcoming_of_student", (db, limit) => {
  const viewer = { user_id: sql.placeholder("viewer"), role: "student" as const }
  const at = (name: string) => sql`${sql.placeholder(name)}::timestamptz`
  const instants = { now: at("now"), dayBefore: at("dayBefore"), dayAfter: at("dayAfter") }
  return selectOwn({ db, viewer }, { scope: "upcoming", limit }, instants)
})

function readUpcoming(ctx: SignedInCtx, limit: number): Promise<ClassViewRow[]> {
  const now = ctx.clock.now()
  const dayBefore = new Date(now.getTime() - DAY).toISOString()
  const values = { viewer: ctx.viewer.user_id, now: now.toISOString(), dayBefore }
  return upcomingOfStudent(ctx.db, limit, values)
}

type Own = Looking & { viewer: NonNullable<Looking["viewer"]> }

function selectOwn(ctx: Own, input: PageInput & { scope: Scope }, instants: Instants) {
  const newestFirst = input.scope === "past"
  const direction = newestFirst ? desc : asc
  const at = decodeCursor(input.cursor)
  const listBy = (of: Start): Listed => ({
    wanted: and(
      inScope(ctx, input.scope, of, instants),
      newestFirst ? beforePlace(at, of) : afterPlace(at, of),
    ),
    order: [direction(of.starts_at), direction(of.id)],
    limit: limitFor(input.limit),
  })
  const byClass = listBy(ofClass)
  return selectClasses(ctx)
    .where(canSchedule(ctx.viewer) ? isTaught(ctx, byClass) : isAttended(ctx, listBy(ofSeat), byClass))
    .orderBy(...byClass.order)
    .limit(byClass.limit)
}

/** Which classes a list shows, in its order, and how many are read for a page. */
type Listed = { wanted: SQL | undefined; order: SQL[]; limit: Placeholder }

/**
 * What an instructor teaches, and what they own while a substitute teaches it. It reads a page of each,
 * because each has an index, and an OR would sort all of both.
 */
function isTaught(ctx: Own, { wanted, order, limit }: Listed): SQL {
  const { id, instructor_id, substitutes_for } = scheduledClasses
  const taughtAs = (teacher: typeof instructor_id | typeof substitutes_for) =>
    ctx.db
      .select({ id })
      .from(scheduledClasses)
      .where(and(eq(teacher, ctx.viewer.user_id), wanted))
      .orderBy(...order)
      .limit(limit)
  return inArray(id, unionAll(taughtAs(instructor_id), taughtAs(substitutes_for)))
}

/**
 * The classes that a student has a seat in: a page of the seats by enrolment, whose index is in the order of the
 * starts, and one of the few by request. Further details are looked up for that page only.
 */
function isAttended(ctx: Own, bySeat: Listed, byClass: Listed): SQL {
  const { id } = scheduledClasses
  const { class_id, student_id } = classEnrollments
  const seats = ctx.db
    .select({ id: class_id })
    .from(classEnrollments)
    .innerJoin(scheduledClasses, eq(id, class_id))
    .where(and(eq(student_id, ctx.viewer.user_id), bySeat.wanted))
    .orderBy(...bySeat.order)
    .limit(bySeat.limit)
  const approved = ctx.db
    .select({ id })
    .from(demoClassRequests)
    .innerJoin(scheduledClasses, eq(id, demoClassRequests.class_id))
    .where(
      and(
        eq(demoClassRequests.student_id, ctx.viewer.user_id),
        sql`${demoClassRequests.status} = 'approved'`,
        byClass.wanted,
      ),
    )
    .orderBy(...byClass.order)
    .limit(byClass.limit)
  return inArray(id, unionAll(seats, approved))
}

function taughtBy(userId: string): SQL | undefined {
  return or(eq(scheduledClasses.instructor_id, userId), eq(scheduledClasses.substitutes_for, userId))
}

/** The most classes listed in one timetable. The response says whether there are more. */
const MOST_IN_TIMETABLE = 500

/**
 * Lists the classes of some days from a wall-clock date on, by start: the viewer's own and those given to a
 * substitute; for an admin, everyone's or one instructor's. One query. Throws FIELD_ERRORS.
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

/** The instants that lists depend on, as values or as placeholders. */
type Instants = Record<"now" | "dayBefore" | "dayAfter", SQL>

function instantsOf({ clock }: Pick<Ctx, "clock">): Instants {
  const now = clock.now().getTime()
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  return { now: at(now), dayBefore: at(now - DAY), dayAfter: at(now + DAY) }
}

/** A condition for classes whose time has passed or that were completed. One that runs late is not over. */
function isOver({ now }: Instants): SQL {
  const { status, ends_at } = scheduledClasses
  return sql`(${status} <> 'live' and (${ends_at} <= ${now} or ${status} = 'completed'))`
}

/** A cancelled class is listed as upcoming until its time has passed, because people look for it there. */
function inScope(ctx: Own, scope: Scope, of: Start, instants: Instants): SQL | undefined {
  if (scope === "all") return undefined
  const { starts_at } = of
  const over = isOver(instants)
  // No class is longer than a day or completed before its start, which bounds the range of starts.
  if (scope === "past") return and(over, lt(starts_at, boundAt(instants.dayAfter)))
  // PostgreSQL estimates an open range at a third of an instructor's classes, so it has an upper bound.
  const end = canSchedule(ctx.viewer) ? lt(starts_at, boundAt(AFTER_ALL_CLASSES)) : undefined
  const from = instants.dayBefore
  // Of the class too, so that it doesn't matter which of the two PostgreSQL begins with.
  return and(not(over), notBefore(from), of === ofClass ? undefined : notBefore(from, of), end)
}
