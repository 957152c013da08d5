import { and, lt, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { SECOND } from "#shared/time.ts"
import type { Ctx } from "../context.ts"

/** Few enough that a statement takes a fraction of a second, and others wait for its locks no longer. */
export const DELETED_AT_ONCE = 5_000
/** How often the log says how far it is, in milliseconds. */
const SAID_EVERY = 10 * SECOND

/**
 * Deletes the rows whose `at` is before an instant or a day, the oldest first and some thousand in each statement: after an
 * interruption the next run goes on. The log says how far it is. `at` needs an index. Returns how many rows were deleted.
 */
export async function deleteOld(
  { db, log }: Pick<Ctx, "db" | "log">,
  at: PgColumn,
  before: Date | string,
  only?: SQL,
): Promise<number> {
  const { table } = at
  let [deleted, said] = [0, Date.now()]
  let from: string | null = null
  for (;;) {
    // The rows before `from` are gone, but the index still has them until a vacuum.
    const old = and(lt(at, before), from === null ? undefined : sql`${at} >= ${from}`, only)
    const { rows } = await db.execute<{ deleted: number; last: string | null }>(sql`
      with gone as (
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${old} order by ${at} limit ${DELETED_AT_ONCE}))
        returning ${at} as at)
      select count(*)::int as deleted, max(at)::text as last from gone`)
    const [batch] = rows
    deleted += batch?.deleted ?? 0
    from = batch?.last ?? from
    const isDone = (batch?.deleted ?? 0) < DELETED_AT_ONCE
    if (deleted > 0 && (isDone || Date.now() - said > SAID_EVERY)) {
      log.info(
        { column: `${at.name}`, deleted, reached: from },
        isDone ? "deleted old rows" : "deleting old rows",
      )
      said = Date.now()
    }
    if (isDone) return deleted
  }
}
