import { and, desc, eq, inArray, sql } from "drizzle-orm"
import type { StaffView, ViewKind } from "#contract/accounts/views.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { deleteOld } from "#platform/database/delete-old.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { notFound } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { ERASED_NAME } from "./personal-data.ts"
import { admins, officeStaff, students, teachers, user } from "./table.ts"
import { dataViews } from "./view-tables.ts"

/** How many days these records are kept. */
const KEPT_DAYS = 400

export type SeenData = { viewer_id: string; student_id: string; kind: ViewKind; at: Date }

/**
 * Records who looked at whose data, once for each viewer, student, kind and day. Ids of people who are not
 * students are ignored.
 */
export async function writeViews(ctx: Pick<Ctx, "db" | "env">, seen: readonly SeenData[]): Promise<void> {
  if (seen.length === 0) return
  const known = await ctx.db
    .select({ id: students.user_id })
    .from(students)
    .where(inArray(students.user_id, [...new Set(seen.map((one) => one.student_id))]))
    .for("key share")
  const ids = new Set(known.map(({ id }) => id))
  const rows = seen
    .filter((one) => ids.has(one.student_id))
    .map((one) => ({ ...one, id: newId(), day: dateInZone(one.at, ctx.env.TIME_ZONE) }))
  if (rows.length > 0) await ctx.db.insert(dataViews).values(rows).onConflictDoNothing()
}

/** Returns the ids of everyone with a student's profile, for exports of whole lists. */
export async function listStudentIds(ctx: Pick<Ctx, "db">): Promise<string[]> {
  return (await ctx.db.select({ id: students.user_id }).from(students)).map(({ id }) => id)
}

/**
 * Returns who looked at a student's data, newest first: for the student, their confirmed guardians and
 * admins. One query, and one for the check. Throws NOT_FOUND.
 */
export async function listViews(
  ctx: SignedInCtx,
  input: { student_id: string; cursor?: string | undefined; limit: number },
): Promise<{ items: StaffView[]; next_cursor: string | null }> {
  const { viewer } = ctx
  const may =
    viewer.role === "guardian"
      ? await ctx.guardianship.isChild(ctx, input.student_id)
      : viewer.role === "admin" || viewer.user_id === input.student_id
  if (!may) notFound()
  const [student] = await ctx.db
    .select({ id: students.user_id })
    .from(students)
    .where(eq(students.user_id, input.student_id))
  if (!student) notFound()
  const after = decodeCursor(input.cursor)
  const rows = await ctx.db
    .select({
      view: dataViews,
      name: user.name,
      is_admin: sql<boolean>`${admins.user_id} is not null`,
      is_office: sql<boolean>`${officeStaff.user_id} is not null`,
      is_teacher: sql<boolean>`${teachers.user_id} is not null`,
    })
    .from(dataViews)
    .leftJoin(user, eq(user.id, dataViews.viewer_id))
    .leftJoin(admins, eq(admins.user_id, dataViews.viewer_id))
    .leftJoin(officeStaff, eq(officeStaff.user_id, dataViews.viewer_id))
    .leftJoin(teachers, eq(teachers.user_id, dataViews.viewer_id))
    .where(
      and(
        eq(dataViews.student_id, input.student_id),
        after === null
          ? undefined
          : sql`(${dataViews.at}, ${dataViews.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(dataViews.at), desc(dataViews.id))
    .limit(limitFor(input.limit))
  return toPage(
    rows,
    input.limit,
    ({ view }) => ({ at: view.at, id: view.id }),
    ({ view, name, is_admin, is_office, is_teacher }) => ({
      day: view.day,
      at: view.at,
      kind: view.kind,
      viewer_name: name || ERASED_NAME,
      viewer_role: is_admin ? "admin" : is_office ? "office" : is_teacher ? "instructor" : null,
    }),
  )
}

/** Deletes records older than `KEPT_DAYS`. */
export async function dropOldViews(ctx: Pick<Ctx, "db" | "log" | "clock" | "env">): Promise<void> {
  const before = dateInZone(new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY), ctx.env.TIME_ZONE)
  await deleteOld(ctx, dataViews.day, before)
}
