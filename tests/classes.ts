import { eq } from "drizzle-orm"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { dateInZone, HOUR, timeInZone } from "#shared/time.ts"

type ClassColumns = Partial<typeof scheduledClasses.$inferInsert>

/** Writes a class of the instructor that starts at `starts_at` and lasts an hour unless columns say otherwise. */
export async function createClass(ctx: Ctx, instructor: SignedIn, columns: ClassColumns = {}) {
  const starts_at = columns.starts_at ?? ctx.clock.now()
  const ends_at = columns.ends_at ?? new Date(starts_at.getTime() + HOUR)
  const zone = ctx.env.TIME_ZONE
  const row = {
    id: newId(),
    instructor_id: instructor.user_id,
    title: "Fractions",
    subject: "Mathematics",
    curriculum: "CBSE",
    scheduled_date: dateInZone(starts_at, zone),
    start_time: timeInZone(starts_at, zone),
    end_time: timeInZone(ends_at, zone),
    max_capacity: 30,
    ...columns,
    starts_at,
    ends_at,
  }
  const [written] = await ctx.db.insert(scheduledClasses).values(row).returning()
  if (!written) throw new Error("a class was not written")
  return written
}

/** Gives the student a seat without asking any rule. */
export async function seat(ctx: Ctx, classId: string, student: SignedIn): Promise<void> {
  await ctx.db
    .insert(classEnrollments)
    .values({ id: newId(), class_id: classId, student_id: student.user_id, created_at: ctx.clock.now() })
}

/** Writes a demo request of the student. */
export async function requestFor(
  ctx: Ctx,
  classId: string,
  student: SignedIn,
  instructor: SignedIn,
): Promise<string> {
  const id = newId()
  await ctx.db
    .insert(demoClassRequests)
    .values({ id, class_id: classId, student_id: student.user_id, instructor_id: instructor.user_id })
  return id
}

/** Moves a class as its instructor does, and tells of it as that act does. */
export async function moveClass(ctx: Ctx, classId: string, byMs: number): Promise<void> {
  const own = eq(scheduledClasses.id, classId)
  const [before] = await ctx.db.select().from(scheduledClasses).where(own)
  if (!before) throw new Error("no class")
  const zone = ctx.env.TIME_ZONE
  const [starts_at, ends_at] = [before.starts_at, before.ends_at].map((at) => new Date(at.getTime() + byMs))
  if (!starts_at || !ends_at) throw new Error("no times")
  const times = { start_time: timeInZone(starts_at, zone), end_time: timeInZone(ends_at, zone) }
  await ctx.db
    .update(scheduledClasses)
    .set({ starts_at, ends_at, scheduled_date: dateInZone(starts_at, zone), ...times })
    .where(own)
  await ctx.jobs.publish(ctx, "class.moved", {
    class_id: classId,
    change_id: newId(),
    old_starts_at: before.starts_at.toISOString(),
    old_ends_at: before.ends_at.toISOString(),
  })
}
