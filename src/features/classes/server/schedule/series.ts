import { and, asc, eq, gte, or } from "drizzle-orm"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { editableBy } from "../class-view.ts"
import type { ClassRow } from "../service.ts"
import { scheduledClasses } from "../table.ts"

/**
 * Returns the row, locked until the transaction ends. Throws NOT_FOUND if the viewer may not edit the class.
 */
export async function lockEditable(ctx: SignedInCtx, classId: string): Promise<ClassRow> {
  const [row] = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.id, classId), editableBy(ctx.viewer)))
    .for("no key update")
  return row ?? notFound()
}

/**
 * Returns a class and those that follow it in its series and are still scheduled, by start, locked until the
 * transaction ends. Classes edited individually are left out unless asked for.
 */
export function lockFollowing(
  ctx: SignedInCtx,
  first: ClassRow,
  options: { detachedToo?: boolean } = {},
): Promise<ClassRow[]> {
  const { id, series_id, starts_at, status, detached } = scheduledClasses
  const following = and(
    eq(series_id, first.series_id ?? notFound()),
    gte(starts_at, first.starts_at),
    eq(status, "scheduled"),
    options.detachedToo ? undefined : eq(detached, false),
  )
  return ctx.db
    .select()
    .from(scheduledClasses)
    .where(and(or(eq(id, first.id), following), editableBy(ctx.viewer)))
    .orderBy(asc(starts_at), asc(id))
    .for("no key update")
}
