import { and, asc, eq, gt, inArray, lte, notExists, sql } from "drizzle-orm"
import { roomPath } from "#features/classes/addresses.ts"
import { classReminder, classSoon, seatTaken } from "#features/classes/notice-texts.ts"
import { personNotices } from "#features/notifications/server/table.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { enrollments } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { HOUR, MINUTE, SECOND } from "#shared/time.ts"
import { classEnrollments, classReminders, demoClassRequests, scheduledClasses, shared } from "../table.ts"
import { listConcerned, SEND_CLASS_NOTICE, wordsFor } from "./class-words.ts"
import { type NoticedClass, readNoticedClass } from "./notice-facts.ts"
import { tellFamilies } from "./to-families.ts"

type Kind = "reminder" | "soon"

const BATCH = 100
const MOST_BATCHES = 50

/** Returns the kind of the reminder for one start of a class. */
export function reminderKind(startsAt: Date): string {
  return `class-reminder:${startsAt.getTime()}`
}

/**
 * Writes the reminders of classes that start soon: by default an hour ahead by mail and text message, and ten
 * minutes ahead in the bell; to guardians only where they chose it. Runs each minute. Each start of a class is handled once, by the first process,
 * and missed minutes are caught up. Returns how many classes it handled.
 */
export async function remindOfClasses(ctx: Ctx): Promise<number> {
  const { REMINDER_MINUTES, REMINDER_SOON_MINUTES } = ctx.env
  return (
    (await remindBefore(ctx, "reminder", REMINDER_MINUTES)) +
    (await remindBefore(ctx, "soon", REMINDER_SOON_MINUTES))
  )
}

async function remindBefore(ctx: Ctx, kind: Kind, minutes: number): Promise<number> {
  let taken = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const due = await listDue(ctx, kind, minutes)
    for (const id of due) if (await remindOf(ctx, id, kind, minutes)) taken += 1
    if (due.length < BATCH) break
  }
  return taken
}

/** Classes in the window without a reminder for their present start, read along the index of starts. */
async function listDue(ctx: Ctx, kind: Kind, minutes: number): Promise<string[]> {
  const now = ctx.clock.now()
  const { id, starts_at, status } = scheduledClasses
  const done = ctx.db
    .select({ one: sql`1` })
    .from(classReminders)
    .where(
      and(
        eq(classReminders.class_id, id),
        eq(classReminders.kind, kind),
        eq(classReminders.starts_at, starts_at),
      ),
    )
  const rows = await ctx.db
    .select({ id })
    .from(scheduledClasses)
    .where(
      and(
        gt(starts_at, now),
        lte(starts_at, new Date(now.getTime() + minutes * MINUTE)),
        inArray(status, ["scheduled", "live"]),
        notExists(done),
      ),
    )
    .orderBy(asc(starts_at), asc(id))
    .limit(BATCH)
  return rows.map((row) => row.id)
}

/**
 * Claims one class and notifies the people concerned, in one transaction. Returns false if another process
 * was first.
 */
function remindOf(ctx: Ctx, classId: string, kind: Kind, minutes: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, classId)
    if (!row || row.starts_at <= tx.clock.now()) return false
    const { starts_at } = row
    const [claimed] = await tx.db
      .insert(classReminders)
      .values({ class_id: classId, kind, starts_at })
      .onConflictDoNothing()
      .returning({ class_id: classReminders.class_id })
    if (!claimed) return false
    const after = { send_before: starts_at, via: SEND_CLASS_NOTICE }
    const common = { topic: "reminders" as const, cause_id: classId, ...after }
    if (kind === "soon") {
      await tellPeople(tx, {
        ...common,
        kind: `class-soon:${starts_at.getTime()}`,
        people: await listConcerned(tx, row),
        channels: ["in_app"],
        write: (person) =>
          wordsFor(tx, row, person, classSoon(row.facts, person.language), roomPath(classId)),
      })
      return true
    }
    await tellFamilies(tx, row, {
      ...common,
      kind: reminderKind(starts_at),
      people: await listSeatedBefore(tx, row, minutes),
      channels: ["email", "phone"],
      say: classReminder,
      href: roomPath(classId),
      ofMinors: true,
    })
    return true
  })
}

/** Returns how many minutes before the start a person seated at this time is reminded, or null if they aren't. */
export function remindedBefore(
  { env }: Pick<Ctx, "env">,
  { starts_at }: Pick<NoticedClass, "starts_at">,
  seatedAt: Date,
): number | null {
  const due = starts_at.getTime() - env.REMINDER_MINUTES * MINUTE
  return seatedAt.getTime() <= due ? env.REMINDER_MINUTES : null
}

/** Returns who had a seat when the reminder fell due. People who came later have just read when it starts. */
async function listSeatedBefore(ctx: Ctx, row: NoticedClass, minutes: number): Promise<string[]> {
  const due = new Date(row.starts_at.getTime() - minutes * MINUTE)
  const rows = await ctx.db.execute<{ person_id: string }>(sql`
    select ${classEnrollments.student_id} as person_id from ${classEnrollments}
      where ${classEnrollments.class_id} = ${row.id} and ${classEnrollments.created_at} <= ${due.toISOString()}::timestamptz
    union
    select ${demoClassRequests.student_id} from ${demoClassRequests}
      where ${demoClassRequests.class_id} = ${row.id} and ${demoClassRequests.status} = 'approved'
        and ${demoClassRequests.responded_at} <= ${due.toISOString()}::timestamptz
    union
    select ${scheduledClasses.instructor_id} from ${scheduledClasses}
      where ${scheduledClasses.id} = ${row.id} and ${scheduledClasses.created_at} <= ${due.toISOString()}::timestamptz`)
  return rows.rows.map((one) => one.person_id)
}

/** A seat from the waitlist has its own notice, whose job runs first. */
const CONFIRM_AFTER_MS = 20 * SECOND
/** How far back to look, for minutes in which no worker ran. */
const CONFIRM_WITHIN_MS = HOUR

/**
 * Notifies students of seats they took. Taking a seat is one contended statement, so no job is enqueued
 * there. Instead each minute looks for new seats without a notice. Seats of a program are announced with it,
 * and one-on-one times and batches by invitation have their own notices. Returns how many seats it announced.
 */
export async function confirmSeats(ctx: Ctx): Promise<number> {
  let told = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const seats = await listUntold(ctx)
    for (const seat of seats) await confirmSeat(ctx, seat)
    told += seats.length
    if (seats.length < BATCH) break
  }
  return told
}

type Seat = { id: string; class_id: string; student_id: string; created_at: Date }

function listUntold(ctx: Ctx): Promise<Seat[]> {
  const now = ctx.clock.now().getTime()
  const { id, class_id, student_id, created_at } = classEnrollments
  const told = ctx.db
    .select({ one: sql`1` })
    .from(personNotices)
    .where(
      and(
        eq(personNotices.person_id, student_id),
        eq(personNotices.cause_id, id),
        eq(personNotices.kind, "seat-taken"),
      ),
    )
  return ctx.db
    .select({ id, class_id, student_id, created_at })
    .from(classEnrollments)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, class_id))
    .where(
      and(
        gt(created_at, new Date(now - CONFIRM_WITHIN_MS)),
        lte(created_at, new Date(now - CONFIRM_AFTER_MS)),
        gt(scheduledClasses.ends_at, new Date(now)),
        inArray(scheduledClasses.status, ["scheduled", "live"]),
        shared,
        notExists(told),
        notExists(ownProgram(ctx)),
      ),
    )
    .orderBy(asc(created_at), asc(id))
    .limit(BATCH)
}

/** The student's enrolment in the program of the class. */
function ownProgram(ctx: Ctx) {
  const { course_id, student_id } = enrollments
  return ctx.db
    .select({ one: sql`1` })
    .from(enrollments)
    .where(and(eq(course_id, scheduledClasses.course_id), eq(student_id, classEnrollments.student_id)))
}

function confirmSeat(ctx: Ctx, seat: Seat): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, seat.class_id)
    if (!row) return
    const reminded = remindedBefore(tx, row, seat.created_at)
    await tellPeople(tx, {
      topic: "seats",
      kind: "seat-taken",
      cause_id: seat.id,
      people: [seat.student_id],
      send_before: row.ends_at,
      via: SEND_CLASS_NOTICE,
      write: (person) => wordsFor(tx, row, person, seatTaken(row.facts, person.language, reminded)),
    })
  })
}
