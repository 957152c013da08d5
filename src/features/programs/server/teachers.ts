import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm"
import { teachers } from "#features/accounts/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import { programs } from "./table.ts"

/** Returns who manages the lessons of each of these programs, beside the office. One query. */
export async function readProgramTeachers(
  ctx: Pick<Ctx, "db">,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await ctx.db
    .select({ id: programs.id, teacher_id: programs.teacher_id })
    .from(programs)
    .where(inArray(programs.id, [...ids]))
  return new Map(rows.map(({ id, teacher_id }) => [id, teacher_id]))
}

/**
 * Throws FIELD_ERRORS if this is not the id of somebody who may teach. An empty id, for no teacher, passes.
 */
export async function requireTeacher(ctx: Pick<Ctx, "db">, teacherId: string): Promise<void> {
  if (!teacherId) return
  const known = await ctx.db.$count(
    teachers,
    and(eq(teachers.user_id, teacherId), isNotNull(teachers.approved_at), isNull(teachers.ended_at)),
  )
  if (known === 0) refuseFields({ teacher_id: "TEACHER_UNKNOWN" })
}
