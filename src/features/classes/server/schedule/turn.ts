import { sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"

/**
 * Locks an instructor's timetable, so that its writers run one after the other. Two that insert overlapping
 * classes at once would wait for each other in the exclusion constraint, and PostgreSQL would resolve the
 * deadlock by failing one of them.
 */
export async function takeTurn(ctx: Pick<Ctx, "db">, instructorId: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`timetable:${instructorId}`}, 0))`)
}
