import { and, gt, inArray } from "drizzle-orm"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, dateInZone, weekdayOf } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { classEnrollments, scheduledClasses } from "../table.ts"
import { BATCHES, type PlannedBatch } from "./batch-plans.ts"

type Classmate = { user_id: string; grade: string }
/** The batch of a program that a student is in. */
export type ChosenBatch = { course_id: string; student_id: string; batch_id: string }
type Row = typeof scheduledClasses.$inferInsert

/**
 * Schedules the batches of each given teacher, by full name, who has no class ahead, with seats of students of the
 * batch's grade. Returns which students are in which.
 */
export async function seedBatches(
  tx: Ctx,
  teachers: ReadonlyMap<string, string>,
  classmates: readonly Classmate[],
): Promise<ChosenBatch[]> {
  const busy = await readBusy(tx, [...teachers.values()])
  const offered = await readPrograms(tx)
  const chosen: ChosenBatch[] = []
  for (const plan of BATCHES) {
    const instructor_id = teachers.get(plan.teacher)
    const program = offered.get(plan.program)
    if (!instructor_id || !program || busy.has(instructor_id)) continue
    const grade = plan.seatsOf ?? plan.grade
    const ofGrade = classmates.filter((one) => one.grade === grade).map(({ user_id }) => user_id)
    const [first, second] = BATCHES.filter((one) => one.program === plan.program)
    // Two of three chose the batch that begins first.
    const seated = ofGrade.filter((_, at) => !second || at % 3 < 2 === (plan === first))
    const batch_id = await insertBatch(tx, plan, { instructor_id, ...program }, seated)
    const { course_id } = program
    chosen.push(...seated.map((student_id) => ({ course_id, student_id, batch_id })))
  }
  return chosen
}

/** The instructors who have classes ahead. */
async function readBusy(tx: Ctx, instructorIds: string[]): Promise<Set<string>> {
  const { instructor_id, ends_at } = scheduledClasses
  const rows = await tx.db
    .selectDistinct({ instructor_id })
    .from(scheduledClasses)
    .where(and(inArray(instructor_id, instructorIds), gt(ends_at, tx.clock.now())))
  return new Set(rows.map((row) => row.instructor_id))
}

type Place = { course_id: string } & Pick<Row, "delivery" | "venue_name" | "venue_address">

/** Where the programs with planned batches take place, by slug. */
async function readPrograms(tx: Ctx): Promise<Map<string, Place>> {
  const { id, slug, venue } = programs
  const slugs = BATCHES.map(({ program }) => program)
  const rows = await tx.db.select({ id, slug, venue }).from(programs).where(inArray(slug, slugs))
  return new Map(
    rows.map((row) => [
      row.slug,
      {
        course_id: row.id,
        ...(row.venue && {
          delivery: "on_premises" as const,
          venue_name: row.venue.name,
          venue_address: row.venue.address,
        }),
      },
    ]),
  )
}

async function insertBatch(
  tx: Ctx,
  plan: PlannedBatch,
  place: Place & { instructor_id: string },
  seated: readonly string[],
): Promise<string> {
  const {
    teacher: _,
    program: _program,
    seatsOf: _of,
    forAll,
    weekdays,
    inDays,
    classes,
    start,
    end,
    ...columns
  } = plan
  const zone = tx.env.TIME_ZONE
  const created_at = new Date(tx.clock.now().getTime() - DAY)
  const batch_id = newId()
  const soonest = addDays(dateInZone(tx.clock.now(), zone), inDays)
  const from = instantInZone(soonest, start, zone) > tx.clock.now() ? soonest : addDays(soonest, 1)
  const rows = datesOf(from, weekdays, classes).map((date) => ({
    ...columns,
    ...place,
    ...{
      id: newId(),
      series_id: forAll ? null : batch_id,
      scheduled_date: date,
      start_time: start,
      end_time: end,
    },
    starts_at: instantInZone(date, start, zone),
    ends_at: instantInZone(date, end, zone),
    seats_taken: seated.length,
    ...{ created_at, updated_at: created_at },
  }))
  await tx.db.insert(scheduledClasses).values(rows)
  const seats = rows.flatMap(({ id: class_id }) =>
    seated.map((student_id) => ({ id: newId(), class_id, student_id, created_at })),
  )
  if (seats.length > 0) await tx.db.insert(classEnrollments).values(seats)
  return batch_id
}

/** The first so many dates from a day on that are on these weekdays. */
function datesOf(from: string, weekdays: readonly number[], count: number): string[] {
  const dates: string[] = []
  for (let date = from; dates.length < count; date = addDays(date, 1)) {
    if (weekdays.includes(weekdayOf(date))) dates.push(date)
  }
  return dates
}
