import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import type { Database } from "#platform/database/db.ts"

type PlanNode = {
  "Relation Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  Plans?: PlanNode[]
}

const ofTable = (table: string, node: PlanNode): number =>
  (node["Relation Name"] === table
    ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
    : 0) + (node.Plans ?? []).reduce((sum, inner) => sum + ofTable(table, inner), 0)

/** A pool on the same database, on which statements are planned as if its tables were as large as after years. */
export function asAfterYears(pool: pg.Pool): pg.Pool {
  const options = ["seqscan", "hashjoin", "mergejoin", "material"].map((one) => `-c enable_${one}=off`)
  return new pg.Pool({ ...pool.options, options: options.join(" ") })
}

/** How many rows of a table a call reads, by the plans of its statements. */
export async function rowsRead(
  pool: pg.Pool,
  table: string,
  call: (db: Database) => Promise<unknown>,
): Promise<number> {
  const sent: { query: string; values: unknown[] }[] = []
  const logger = { logQuery: (query: string, values: unknown[]) => void sent.push({ query, values }) }
  await call(drizzle(pool, { logger }))
  let read = 0
  for (const { query, values } of sent) {
    // What was written once can't be written again.
    if (query.startsWith("insert")) continue
    const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (analyze, timing off, format json) ${query}`,
      values,
    )
    const plan = rows[0]?.["QUERY PLAN"][0].Plan
    if (plan) read += ofTable(table, plan)
  }
  return read
}
