import { asc, inArray } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { checkIns } from "./table.ts"

/** Returns the check-ins of these classes, the earliest first. One query. */
export async function listCheckIns(
  ctx: Pick<Ctx, "db">,
  classIds: readonly string[],
): Promise<(typeof checkIns.$inferSelect)[]> {
  if (classIds.length === 0) return []
  return ctx.db
    .select()
    .from(checkIns)
    .where(inArray(checkIns.class_id, [...classIds]))
    .orderBy(asc(checkIns.at), asc(checkIns.way))
}
