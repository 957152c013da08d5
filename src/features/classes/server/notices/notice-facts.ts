import { and, eq, or, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { teachers } from "#features/accounts/server/table.ts"
import { type ClassFacts, encodeTimes } from "#features/classes/notice-texts.ts"
import type { Ctx } from "#platform/context.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "../table.ts"

/** The facts of a class that notices need. */
export type NoticedClass = Pick<
  typeof scheduledClasses.$inferSelect,
  | "id"
  | "instructor_id"
  | "substitutes_for"
  | "status"
  | "starts_at"
  | "ends_at"
  | "cancel_reason"
  | "cancel_code"
  | "series_id"
  | "updated_at"
> & { facts: ClassFacts; times: string }

/** Returns the classes with the facts for notices, by start. One query. */
export async function readNoticed(ctx: Pick<Ctx, "db">, which: SQL | undefined): Promise<NoticedClass[]> {
  const rows = await ctx.db
    .select({
      class: scheduledClasses,
      first_name: teachers.first_name,
      last_name: teachers.last_name,
    })
    .from(scheduledClasses)
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .where(which)
    .orderBy(scheduledClasses.starts_at, scheduledClasses.id)
  return rows.map(({ class: row, ...teacher }) => {
    const facts: ClassFacts = {
      title: row.title,
      instructor_name: `${teacher.first_name} ${teacher.last_name}`.trim(),
      date: row.scheduled_date,
      start: row.start_time.slice(0, 5),
      end: row.end_time.slice(0, 5),
      venue: row.delivery === "on_premises" ? row.venue_name : null,
    }
    return { ...row, facts, times: encodeTimes(facts) }
  })
}

/** Returns one class, or null if it no longer exists. */
export async function readNoticedClass(ctx: Pick<Ctx, "db">, classId: string): Promise<NoticedClass | null> {
  const [row] = await readNoticed(ctx, eq(scheduledClasses.id, classId))
  return row ?? null
}

/**
 * Returns the classes that were changed together with this one: those of its series written at the same
 * instant.
 */
export function readChangedAlong(ctx: Pick<Ctx, "db">, row: NoticedClass): Promise<NoticedClass[]> {
  if (row.series_id === null) return Promise.resolve([row])
  return readNoticed(
    ctx,
    and(
      eq(scheduledClasses.series_id, row.series_id),
      eq(scheduledClasses.status, row.status),
      eq(scheduledClasses.updated_at, row.updated_at),
    ),
  )
}

const seats = alias(classEnrollments, "seats")
const requests = alias(demoClassRequests, "requests")

/** Whether a person teaches a class, owns it, or has a seat in it. */
export async function takesPart(ctx: Pick<Ctx, "db">, classId: string, personId: string): Promise<boolean> {
  const { instructor_id, substitutes_for } = scheduledClasses
  const [row] = await ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .leftJoin(seats, and(eq(seats.class_id, scheduledClasses.id), eq(seats.student_id, personId)))
    .leftJoin(
      requests,
      and(
        eq(requests.class_id, scheduledClasses.id),
        eq(requests.student_id, personId),
        eq(requests.status, "approved"),
      ),
    )
    .where(
      and(
        eq(scheduledClasses.id, classId),
        or(
          eq(instructor_id, personId),
          eq(substitutes_for, personId),
          sql`${seats.id} is not null`,
          sql`${requests.id} is not null`,
        ),
      ),
    )
  return row !== undefined
}
