import { and, eq, sql } from "drizzle-orm"
import type { ClassStanding } from "#contract/classes/classes.ts"
import { NO_MAIL } from "#features/accounts/server/no-mail.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { canActForInstructors, canSchedule, teaches } from "#features/classes/rules.ts"
import { consentedTo } from "#features/guardians/server/consents.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type Viewer } from "#platform/context.ts"
import { prepared } from "#platform/database/db.ts"
import { emit } from "#platform/events.ts"
import { standingFrom } from "./class-view.ts"
import { type LiveConsent, liveConsents } from "./seats/live-consents.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/** A class as it is stored. */
export type ClassRow = typeof scheduledClasses.$inferSelect

/** Returns the stored class, or null. */
export async function readClass(ctx: Pick<Ctx, "db">, classId: string): Promise<ClassRow | null> {
  const [row] = await ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.id, classId))
  return row ?? null
}

const standing = prepared("standing_in_class", (db) => {
  const person = sql.placeholder("person")
  const { id, instructor_id, substitutes_for } = scheduledClasses
  return db
    .select({
      instructor_id,
      substitutes_for,
      enrolment_id: classEnrollments.id,
      request: demoClassRequests.status,
    })
    .from(scheduledClasses)
    .leftJoin(
      classEnrollments,
      and(eq(classEnrollments.class_id, id), eq(classEnrollments.student_id, person)),
    )
    .leftJoin(
      demoClassRequests,
      and(eq(demoClassRequests.class_id, id), eq(demoClassRequests.student_id, person)),
    )
    .where(eq(id, sql.placeholder("class")))
})

/** Returns a person's standing in a class; "none" also if the class does not exist. */
export async function standingOf(
  ctx: Pick<Ctx, "db">,
  classId: string,
  userId: string,
): Promise<ClassStanding> {
  const [row] = await standing(ctx.db, { class: classId, person: userId })
  if (!row) return "none"
  return standingFrom({
    teaches: teaches(row, { user_id: userId }),
    enrolled: row.enrolment_id !== null,
    request: row.request,
  })
}

/**
 * Whether a viewer acts as the instructor of a class: they teach it, own it, or are an admin. False if there
 * is no such class.
 */
export async function teachesClass(ctx: Pick<Ctx, "db">, viewer: Viewer, classId: string): Promise<boolean> {
  if (!viewer || !canSchedule(viewer)) return false
  const row = await readClass(ctx, classId)
  return row !== null && (canActForInstructors(viewer) || teaches(row, viewer))
}

/** A student with a seat, and the contacts for messages about them. Phones are E.164. */
export type RosterEntry = Pick<
  typeof students.$inferSelect,
  | "first_name"
  | "last_name"
  | "parent_name"
  | "parent_phone"
  | "parent_phone_confirmed_at"
  | "sms_notifications_enabled"
> & {
  student_id: string
  voice_consented: boolean
  /** When the seat was taken, or the request approved; null if unknown. */
  seated_at: Date | null
  /** Has an e-mail to sign in with. Children whom a list brought without one can enter no room. */
  signs_in: boolean
  disabled_at: Date | null
  /** When a closed account will be erased. */
  erase_at: Date | null
  /** Null if the student needs no consent to live classes. */
  live_consents: LiveConsent[] | null
}

/**
 * Lists everyone with a seat in a class, enrolled or approved, by name. At most 100, the largest class size.
 */
export function listRoster(ctx: Pick<Ctx, "db" | "clock" | "env">, classId: string): Promise<RosterEntry[]> {
  const seats = ctx.db
    .select({
      student_id: classEnrollments.student_id,
      at: sql<Date | null>`${classEnrollments.created_at}`.as("at"),
    })
    .from(classEnrollments)
    .where(eq(classEnrollments.class_id, classId))
    .unionAll(
      ctx.db
        .select({
          student_id: demoClassRequests.student_id,
          at: sql<Date | null>`${demoClassRequests.responded_at}`.as("at"),
        })
        .from(demoClassRequests)
        .where(and(eq(demoClassRequests.class_id, classId), eq(demoClassRequests.status, "approved"))),
    )
    .as("seats")
  return ctx.db
    .select({
      student_id: students.user_id,
      first_name: students.first_name,
      last_name: students.last_name,
      parent_name: students.parent_name,
      parent_phone: students.parent_phone,
      parent_phone_confirmed_at: students.parent_phone_confirmed_at,
      sms_notifications_enabled: students.sms_notifications_enabled,
      voice_consented: consentedTo(ctx, "voice_evidence"),
      seated_at: sql<Date | null>`min(${seats.at})`.mapWith((at: string) => new Date(at)),
      signs_in: sql<boolean>`${user.email} not like ${`%${NO_MAIL}`}`,
      disabled_at: user.disabledAt,
      erase_at: user.eraseAt,
      live_consents: liveConsents(ctx),
    })
    .from(students)
    .innerJoin(user, eq(user.id, students.user_id))
    .innerJoin(seats, eq(seats.student_id, students.user_id))
    .groupBy(students.user_id, user.id)
    .orderBy(students.first_name, students.last_name, students.user_id)
}

/**
 * Completes a live class, for its instructor or for the job that ends abandoned classes. Returns whether this
 * call completed it: only one of several does, and only that one publishes `class.completed`.
 */
export function completeClass(ctx: Ctx, classId: string, endedAt: Date): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [completed] = await tx.db
      .update(scheduledClasses)
      .set({
        status: "completed",
        // Another process's clock may be slightly ahead; the class must not end before it began.
        ended_at: sql`greatest(${scheduledClasses.started_at}, ${endedAt.toISOString()}::timestamptz)`,
        updated_at: tx.clock.now(),
      })
      .where(and(eq(scheduledClasses.id, classId), eq(scheduledClasses.status, "live")))
      .returning({ id: scheduledClasses.id })
    if (!completed) return false
    await recordAct(tx, "class.end", classId)
    await emit(tx, "class.ended", classId)
    await tx.jobs.publish(tx, "class.completed", { class_id: classId })
    return true
  })
}
