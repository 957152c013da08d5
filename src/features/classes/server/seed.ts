import { and, desc, eq, gt, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm"
import { callbackWindow } from "#features/classes/callback.ts"
import { activityOf, heldUntil } from "#features/classes/rules.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, dateInZone, HOUR, MINUTE, timeInZone, weekdayOf } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"
import { type ChosenBatch, seedBatches } from "./trial/batches.ts"
import { type Lesson, TIMETABLE } from "./trial/timetable.ts"

const DAYS_AROUND = 3
/** Classes that start this soon are left out, to leave time for the class that is about to start. */
const KEPT_FREE_MS = 2 * HOUR

type Classmate = { user_id: string; grade: string; joined_at: Date }
type People = {
  instructors: string[]
  /** Have a seat in every class that is no demo. */
  students: string[]
  /** Have a seat in the classes of their grade that began after they joined. */
  classmates?: Classmate[]
  /** The ids of the teachers of programs by their full names, whose batches are to come. */
  teachers?: ReadonlyMap<string, string>
}

/**
 * Writes the trial's timetable from some days ago to some days ahead, with seats of the given students, and the
 * batches to come of the given teachers. Existing classes stay, and a later run adds later days. Times are
 * wall-clock in the institution's zone. Returns which classmates are in which batch of a program.
 */
export async function seedClasses(ctx: Ctx, people: People, daysBack = DAYS_AROUND): Promise<ChosenBatch[]> {
  if (people.instructors.length === 0) return []
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('classes.seed', 0))`)
    const zone = tx.env.TIME_ZONE
    const today = dateInZone(tx.clock.now(), zone)
    const first = addDays(today, -daysBack)
    const known = await readStarts(tx, people.instructors, instantInZone(first, "00:00", zone))
    for (const lesson of TIMETABLE) {
      const instructorId = people.instructors[lesson.instructor % people.instructors.length] ?? ""
      const held = { lesson, instructorId, series_id: await seriesOf(tx, instructorId, lesson.title) }
      for (let day = 0; day <= daysBack + (lesson.daysAhead ?? DAYS_AROUND); day += 1) {
        const date = addDays(first, day)
        if (lesson.weekdays.includes(weekdayOf(date))) await seedLesson(tx, people, held, date, known)
      }
    }
    const { teachers, classmates = [] } = people
    if (!teachers) return []
    return [...(await readSeated(tx, classmates)), ...(await seedBatches(tx, teachers, classmates))]
  })
}

/** The batches that classmates are in by the seats they have. */
async function readSeated(ctx: Ctx, classmates: readonly Classmate[]): Promise<ChosenBatch[]> {
  const { id, course_id, series_id, class_type } = scheduledClasses
  const { class_id, student_id } = classEnrollments
  const ids = classmates.map(({ user_id }) => user_id)
  return ctx.db
    .selectDistinct({
      course_id: sql<string>`${course_id}`,
      student_id,
      batch_id: sql<string>`${series_id}`,
    })
    .from(classEnrollments)
    .innerJoin(scheduledClasses, eq(id, class_id))
    .where(
      and(inArray(student_id, ids), isNotNull(course_id), isNotNull(series_id), eq(class_type, "regular")),
    )
}

/** The series of a lesson that was seeded before, or a new one. */
async function seriesOf(ctx: Ctx, instructorId: string, title: string): Promise<string> {
  const { series_id, instructor_id, starts_at } = scheduledClasses
  const [known] = await ctx.db
    .select({ series_id })
    .from(scheduledClasses)
    .where(and(eq(instructor_id, instructorId), eq(scheduledClasses.title, title), isNotNull(series_id)))
    .orderBy(desc(starts_at))
    .limit(1)
  return known?.series_id ?? newId()
}

/** A lesson with who teaches it and the series of its classes. */
type HeldLesson = { lesson: Lesson; instructorId: string; series_id: string }

async function readStarts(ctx: Ctx, instructors: string[], from: Date): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ instructor_id: scheduledClasses.instructor_id, starts_at: scheduledClasses.starts_at })
    .from(scheduledClasses)
    .where(and(inArray(scheduledClasses.instructor_id, instructors), gte(scheduledClasses.starts_at, from)))
  return new Set(rows.map((row) => startKey(row.instructor_id, row.starts_at)))
}

function startKey(instructorId: string, startsAt: Date): string {
  return `${instructorId} ${startsAt.getTime()}`
}

async function seedLesson(
  ctx: Ctx,
  { students, classmates = [] }: People,
  { lesson, instructorId, series_id }: HeldLesson,
  date: string,
  known: Set<string>,
): Promise<void> {
  const { instructor: _, weekdays: _days, daysAhead: _ahead, start, end, program, ...columns } = lesson
  const starts_at = instantInZone(date, start, ctx.env.TIME_ZONE)
  const ends_at = instantInZone(date, end, ctx.env.TIME_ZONE)
  const now = ctx.clock.now().getTime()
  const over = ends_at.getTime() <= now
  if (known.has(startKey(instructorId, starts_at))) return
  if (!over && starts_at.getTime() < now + KEPT_FREE_MS) return
  const id = await insertClass(ctx, {
    ...columns,
    ...(program && { course_id: sql`(select id from programs where slug = ${program})` }),
    ...{ series_id, instructor_id: instructorId },
    scheduled_date: date,
    start_time: start,
    end_time: end,
    starts_at,
    ends_at,
    ...(over && { status: "completed", started_at: starts_at, ended_at: ends_at }),
  })
  if (!id) return
  const held = { id, instructorId, starts_at, subject: lesson.subject }
  if (lesson.class_type !== "demo") {
    const ofGrade = classmates.filter((one) => one.grade === lesson.grade && one.joined_at < starts_at)
    await seat(ctx, held, [...students, ...ofGrade.map(({ user_id }) => user_id)], lesson.max_capacity)
  } else if (over) {
    const tried = now - starts_at.getTime() < TRIALS_MS ? await approveDemo(ctx, held, classmates) : []
    await countTaken(ctx, id, tried.length)
  } else {
    await askForDemo(ctx, held, [
      ...students.slice(-1),
      ...classmates.slice(0, 1).map(({ user_id }) => user_id),
    ])
  }
}

type Columns = Omit<typeof scheduledClasses.$inferInsert, "id" | "course_id"> & { course_id?: SQL }

/** Inserts a class unless it overlaps another of its instructor. */
async function insertClass(ctx: Ctx, columns: Columns): Promise<string | null> {
  const [written] = await ctx.db
    .insert(scheduledClasses)
    .values({ ...columns, id: newId(), created_at: ctx.clock.now(), updated_at: ctx.clock.now() })
    .onConflictDoNothing()
    .returning({ id: scheduledClasses.id })
  return written?.id ?? null
}

type Seated = { id: string; starts_at: Date }

async function seat(ctx: Ctx, held: Seated, studentIds: string[], capacity: number): Promise<void> {
  const seated = studentIds.slice(0, capacity)
  if (seated.length === 0) return
  // The seats were taken some time ago, before the class began, so nobody is notified of them.
  const created_at = new Date(Math.min(ctx.clock.now().getTime() - 2 * DAY, held.starts_at.getTime() - DAY))
  await ctx.db
    .insert(classEnrollments)
    .values(seated.map((student_id) => ({ id: newId(), class_id: held.id, student_id, created_at })))
  await countTaken(ctx, held.id, seated.length)
}

async function countTaken(ctx: Ctx, classId: string, seats_taken: number): Promise<void> {
  await ctx.db.update(scheduledClasses).set({ seats_taken }).where(eq(scheduledClasses.id, classId))
}

type Demo = { id: string; instructorId: string; starts_at: Date; subject: string }

/** How many students tried one of the demo classes of the latest weeks. */
const TRIED = 1
const TRIALS_MS = 30 * DAY

/**
 * Adds approved requests for a past demo, which are its seats, of classmates who have not tried its activity before.
 * Returns the students.
 */
async function approveDemo(ctx: Ctx, demo: Demo, classmates: Classmate[]): Promise<string[]> {
  const trial_of = activityOf(demo)
  const tried = await ctx.db
    .select({ student_id: demoClassRequests.student_id })
    .from(demoClassRequests)
    .where(eq(demoClassRequests.trial_of, trial_of))
  const known = new Set(tried.map(({ student_id }) => student_id))
  // The first of them asks for the demo to come.
  const next = classmates.slice(1).filter(({ user_id }) => !known.has(user_id))
  const came = next.slice(0, TRIED).map(({ user_id }) => user_id)
  if (came.length === 0) return []
  const requested_at = new Date(demo.starts_at.getTime() - 3 * DAY)
  await ctx.db.insert(demoClassRequests).values(
    came.map((student_id) => ({
      ...{ id: newId(), class_id: demo.id, student_id, instructor_id: demo.instructorId, trial_of },
      ...{ status: "approved" as const, requested_at, responded_at: new Date(requested_at.getTime() + HOUR) },
    })),
  )
  return came
}

/** Adds requests with a kept seat, except of students who have requested a trial of the subject before. */
async function askForDemo(ctx: Ctx, demo: Demo, studentIds: string[]): Promise<void> {
  if (studentIds.length === 0) return
  const requested_at = ctx.clock.now()
  const { from, by } = callbackWindow(requested_at, ctx.env.TIME_ZONE)
  const asked = await ctx.db
    .insert(demoClassRequests)
    .values(
      studentIds.map((student_id) => ({
        id: newId(),
        class_id: demo.id,
        student_id,
        instructor_id: demo.instructorId,
        requested_at,
        holds_seat: true,
        held_until: heldUntil(demo.starts_at, requested_at, ctx.env.DEMO_HOLD_HOURS),
        trial_of: activityOf(demo),
        callback_from: from,
        callback_by: by,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: demoClassRequests.id })
  await ctx.db
    .update(scheduledClasses)
    .set({ seats_held: asked.length })
    .where(eq(scheduledClasses.id, demo.id))
}

const SOON_MS = 10 * MINUTE
const LENGTH_MS = 45 * MINUTE
const SHORTEST_MS = 15 * MINUTE

/**
 * Makes sure that an instructor of the trial has a class with the given students that starts within 10
 * minutes, or is running and worth joining. It lasts 45 minutes unless the next class begins earlier.
 */
export async function keepClassComing(ctx: Ctx, instructorId: string, studentIds: string[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('classes.seed', 0))`)
    const now = tx.clock.now().getTime()
    const ahead = await tx.db
      .select({ starts_at: scheduledClasses.starts_at, ends_at: scheduledClasses.ends_at })
      .from(scheduledClasses)
      .where(
        and(
          eq(scheduledClasses.instructor_id, instructorId),
          inArray(scheduledClasses.status, ["scheduled", "live"]),
          gt(scheduledClasses.ends_at, new Date(now)),
          lt(scheduledClasses.starts_at, new Date(now + SOON_MS + LENGTH_MS)),
        ),
      )
      .orderBy(scheduledClasses.starts_at)
    const soon = ahead.some(
      ({ starts_at, ends_at }) =>
        starts_at.getTime() <= now + SOON_MS && ends_at.getTime() >= now + SOON_MS + SHORTEST_MS,
    )
    if (soon) return
    const slot = findSlot(now, ahead)
    const id = slot && (await insertClass(tx, comingClass(tx, instructorId, slot)))
    if (slot && id) await seat(tx, { id, starts_at: slot.starts_at }, studentIds, COMING_CAPACITY)
  })
}

type Slot = { starts_at: Date; ends_at: Date }

/**
 * Returns the first start, from 5 minutes ahead or else from this minute on, with enough time before the next
 * class.
 */
function findSlot(now: number, taken: Slot[]): Slot | null {
  const thisMinute = now - (now % MINUTE)
  for (const wait of [5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10]) {
    const start = thisMinute + wait * MINUTE
    const next = taken.find(({ ends_at }) => ends_at.getTime() > start)
    const end = Math.min(start + LENGTH_MS, next?.starts_at.getTime() ?? Number.POSITIVE_INFINITY)
    if (end - start >= SHORTEST_MS) return { starts_at: new Date(start), ends_at: new Date(end) }
  }
  return null
}

const COMING_CAPACITY = 30

function comingClass(ctx: Ctx, instructorId: string, { starts_at, ends_at }: Slot): Columns {
  const zone = ctx.env.TIME_ZONE
  return {
    instructor_id: instructorId,
    title: "Doubt-Clearing: Ask Anything",
    description: "Bring the question that has been nagging you. We solve them together, on the board.",
    subject: "mathematics",
    curriculum: "CBSE",
    grade: "9",
    scheduled_date: dateInZone(starts_at, zone),
    start_time: timeInZone(starts_at, zone),
    end_time: timeInZone(ends_at, zone),
    starts_at,
    ends_at,
    max_capacity: COMING_CAPACITY,
  }
}
