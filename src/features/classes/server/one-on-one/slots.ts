import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm"
import type { OneOnOneSlot } from "#contract/classes/one-on-one.ts"
import { isApprovedInstructor } from "#features/accounts/server/service.ts"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { canSchedule, ONE_ON_ONE_TITLE } from "#features/classes/rules.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { decodeCursor, limitFor, preparedPage, toPage } from "#platform/database/paging.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { takeTurn } from "../schedule/turn.ts"
import { oneOnOneSlots } from "../seat-tables.ts"
import type { ClassRow } from "../service.ts"
import { classEnrollments, scheduledClasses } from "../table.ts"
import { checkBooking } from "./booking-limits.ts"

type SlotRow = typeof oneOnOneSlots.$inferSelect
type Page<T> = { items: T[]; next_cursor: string | null }

/**
 * Takes an offered time: it becomes a class of one seat with the student in it, for one student only. Taking
 * one's own again returns the same class. Publishes `slot.taken`. Throws NOT_FOUND, SLOT_GONE and what
 * `checkBooking` throws.
 */
export async function takeSlot(ctx: SignedInCtx, slotId: string): Promise<{ class_id: string }> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const { instructor_id } = (await readSlot(tx, slotId)) ?? notFound()
      // Lock the instructor's timetable before the time, in the same order as offering times does.
      await takeTurn(tx, instructor_id)
      const [slot] = await tx.db
        .select()
        .from(oneOnOneSlots)
        .where(eq(oneOnOneSlots.id, slotId))
        .for("update")
      if (!slot) notFound()
      if (slot.status === "taken" && slot.student_id === tx.viewer.user_id && slot.class_id) {
        return { class_id: slot.class_id }
      }
      if (slot.status !== "offered" || slot.starts_at <= tx.clock.now()) refuse("SLOT_GONE")
      if (!(await isApprovedInstructor(tx, instructor_id))) refuse("SLOT_GONE")
      await checkBooking(tx, slot)
      return { class_id: await makeClass(tx, slot) }
    })
  } catch (error) {
    // The instructor has scheduled something else at this time since it was offered.
    if (brokenConstraint(error) === "classes_no_overlap") refuse("SLOT_GONE")
    throw error
  }
}

async function readSlot(ctx: Pick<Ctx, "db">, slotId: string): Promise<SlotRow | null> {
  const [slot] = await ctx.db.select().from(oneOnOneSlots).where(eq(oneOnOneSlots.id, slotId))
  return slot ?? null
}

async function makeClass(ctx: SignedInCtx, slot: SlotRow): Promise<string> {
  const class_id = newId()
  const student_id = ctx.viewer.user_id
  const now = ctx.clock.now()
  const { instructor_id, subject, scheduled_date, start_time, end_time, starts_at, ends_at } = slot
  await ctx.db.insert(scheduledClasses).values({
    ...{ instructor_id, subject, scheduled_date, start_time, end_time, starts_at, ends_at },
    id: class_id,
    title: ONE_ON_ONE_TITLE,
    curriculum: "General",
    max_capacity: 1,
    seats_taken: 1,
    one_on_one: true,
    created_at: now,
    updated_at: now,
  })
  await ctx.db.insert(classEnrollments).values({ id: newId(), class_id, student_id, created_at: now })
  await ctx.db
    .update(oneOnOneSlots)
    .set({ status: "taken", student_id, class_id })
    .where(eq(oneOnOneSlots.id, slot.id))
  for (const person of [student_id, instructor_id]) await emit(ctx, "person.changed", person)
  await emit(ctx, "slot.offered", slot.id)
  await ctx.jobs.publish(ctx, "slot.taken", { class_id, student_id })
  return class_id
}

/**
 * A student left a one-on-one class: it is cancelled, and its time is offered again if it is still to come and
 * the instructor offers no other that overlaps it. Publishes `slot.given_back`.
 */
export async function reopenSlot(ctx: Ctx, held: ClassRow, student_id: string): Promise<void> {
  const now = ctx.clock.now()
  let offered = false
  await ctx.db
    .update(scheduledClasses)
    .set({ status: "cancelled", cancel_code: "given_back", updated_at: now })
    .where(eq(scheduledClasses.id, held.id))
  const [slot] = await ctx.db.select().from(oneOnOneSlots).where(eq(oneOnOneSlots.class_id, held.id))
  if (slot) {
    // No other time can be offered until this transaction ends.
    await takeTurn(ctx, slot.instructor_id)
    offered = slot.starts_at > now && !(await isOfferedOver(ctx, slot))
    await ctx.db
      .update(oneOnOneSlots)
      .set({ status: offered ? "offered" : "withdrawn", student_id: null, class_id: null })
      .where(eq(oneOnOneSlots.id, slot.id))
    await emit(ctx, "slot.offered", slot.id)
  }
  await emit(ctx, "person.changed", held.instructor_id)
  await ctx.jobs.publish(ctx, "slot.given_back", { class_id: held.id, student_id, offered })
}

/** Whether the instructor offers another time that overlaps this one. */
async function isOfferedOver(ctx: Pick<Ctx, "db">, slot: SlotRow): Promise<boolean> {
  const { instructor_id, status, starts_at, ends_at } = oneOnOneSlots
  const over = and(lt(starts_at, slot.ends_at), gt(ends_at, slot.starts_at))
  return (
    (await ctx.db.$count(
      oneOnOneSlots,
      and(eq(instructor_id, slot.instructor_id), eq(status, "offered"), over),
    )) > 0
  )
}

type SlotTimes = Pick<SlotRow, "scheduled_date" | "start_time" | "end_time" | "starts_at" | "ends_at">

/** Gives the taken time of a class that was moved the class's own. Runs in the caller's transaction. */
export async function moveSlotOf(ctx: Pick<Ctx, "db">, classId: string, times: SlotTimes): Promise<void> {
  await ctx.db.update(oneOnOneSlots).set(times).where(eq(oneOnOneSlots.class_id, classId))
}

/** The times of cancelled classes are not offered again. Runs in the caller's transaction. */
export async function withdrawSlotsOf(ctx: Pick<Ctx, "db">, classIds: string[]): Promise<void> {
  if (classIds.length === 0) return
  await ctx.db
    .update(oneOnOneSlots)
    .set({ status: "withdrawn" })
    .where(inArray(oneOnOneSlots.class_id, classIds))
}

/**
 * Lists coming free times, the soonest first, without those that overlap a class scheduled since, and those of
 * instructors who may no longer teach. One query.
 */
export async function listSlots(
  ctx: Ctx,
  input: { cursor?: string; limit: number },
): Promise<Page<OneOnOneSlot>> {
  const now = ctx.clock.now().toISOString()
  const rows =
    input.cursor === undefined
      ? await firstOffered(ctx.db, input.limit, { now })
      : await selectOffered(ctx, sql`${now}::timestamptz`, input)
  return toSlotPage(rows, input.limit, false)
}

/** The first page, which every student's list of classes shows. */
const firstOffered = preparedPage("slots_offered", (db, limit) =>
  selectOffered({ db }, sql`${sql.placeholder("now")}::timestamptz`, { limit }),
)

function selectOffered(ctx: Pick<Ctx, "db">, now: SQL, input: { cursor?: string; limit: number }) {
  const { instructor_id, starts_at, ends_at, status } = oneOnOneSlots
  const taught = sql`not exists (
    select from ${scheduledClasses} taught where taught.instructor_id = ${instructor_id}
      and taught.status in ('scheduled', 'live')
      and tstzrange(taught.starts_at, taught.ends_at) && tstzrange(${starts_at}, ${ends_at}))`
  const teaches = and(isNotNull(teachers.approved_at), isNull(user.disabledAt))
  // As the index has it, which a parameter couldn't use.
  const coming = sql`${status} = 'offered' and ${starts_at} > ${now}`
  return selectSlots(ctx)
    .innerJoin(user, eq(user.id, instructor_id))
    .where(and(coming, afterCursor(input.cursor), taught, teaches))
    .limit(limitFor(input.limit))
}

/** Lists coming times: those an instructor offered, also if taken, or those a student took. One query. */
export async function listOwnSlots(
  ctx: SignedInCtx,
  input: { cursor?: string; limit: number },
): Promise<Page<OneOnOneSlot>> {
  const { user_id } = ctx.viewer
  const now = ctx.clock.now().toISOString()
  const of = canSchedule(ctx.viewer) ? oneOnOneSlots.instructor_id : oneOnOneSlots.student_id
  const rows =
    input.cursor || canSchedule(ctx.viewer)
      ? await selectOwn(ctx, and(eq(of, user_id), afterCursor(input.cursor)), now, input.limit)
      : await takenByStudent(ctx.db, input.limit, { student: user_id, now })
  return toSlotPage(rows, input.limit, true)
}

/** The first page of a student's, which every dashboard shows. */
const takenByStudent = preparedPage("slots_of_student", (db, limit) =>
  selectOwn({ db }, eq(oneOnOneSlots.student_id, sql.placeholder("student")), sql.placeholder("now"), limit),
)

function selectOwn(ctx: Pick<Ctx, "db">, whose: SQL | undefined, now: string | Placeholder, limit: number) {
  const { ends_at, status } = oneOnOneSlots
  const coming = sql`${ends_at} > ${now}::timestamptz`
  return selectSlots(ctx)
    .where(and(whose, inArray(status, ["offered", "taken"]), coming))
    .limit(limitFor(limit))
}

function afterCursor(cursor: string | undefined) {
  const at = decodeCursor(cursor)
  const { starts_at, id } = oneOnOneSlots
  return at ? sql`(${starts_at}, ${id}) > (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)` : undefined
}

function selectSlots(ctx: Pick<Ctx, "db">) {
  return ctx.db
    .select({
      slot: oneOnOneSlots,
      first_name: teachers.first_name,
      last_name: teachers.last_name,
      student_first_name: students.first_name,
      student_last_name: students.last_name,
    })
    .from(oneOnOneSlots)
    .innerJoin(teachers, eq(teachers.user_id, oneOnOneSlots.instructor_id))
    .leftJoin(students, eq(students.user_id, oneOnOneSlots.student_id))
    .orderBy(asc(oneOnOneSlots.starts_at), asc(oneOnOneSlots.id))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectSlots>>[number]

function toSlotPage(rows: Row[], limit: number, own: boolean): Page<OneOnOneSlot> {
  return toPage(
    rows,
    limit,
    ({ slot }) => ({ at: slot.starts_at, id: slot.id }),
    ({ slot, ...names }) => ({
      id: slot.id,
      instructor_id: slot.instructor_id,
      instructor_name: `${names.first_name} ${names.last_name}`.trim(),
      subject: slot.subject,
      scheduled_date: slot.scheduled_date,
      start_time: slot.start_time.slice(0, 5),
      end_time: slot.end_time.slice(0, 5),
      starts_at: slot.starts_at,
      ends_at: slot.ends_at,
      status: slot.status === "taken" ? "taken" : "offered",
      class_id: own ? slot.class_id : null,
      student_name:
        own && slot.student_id ? `${names.student_first_name} ${names.student_last_name}`.trim() : null,
    }),
  )
}
