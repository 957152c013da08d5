import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import pg from "pg"
import { noteSent } from "./sent.ts"

type PlanNode = {
  "Node Type": string
  "Relation Name"?: string
  "Actual Loops": number
  "Actual Rows": number
  "Rows Removed by Filter"?: number
  "Shared Hit Blocks": number
  "Shared Read Blocks": number
  Plans?: PlanNode[]
}

/** As often is a statement planned for its values, until PostgreSQL considers a plan for any. */
const PLANNED_ANEW_FIRST = 5

/** What one call costs: its statements, the pages of memory they read, and the tables walked from end to end. */
export type Cost<T> = { answer: T; statements: number; buffers: number; scans: string[] }

/** Makes a call, and explains each statement by which it read, with the plan that it has after many calls. */
export async function explainCall<T>(
  pool: pg.Pool,
  call: (db: NodePgDatabase) => Promise<T>,
): Promise<Cost<T>> {
  const { db, sent } = noteSent(pool)
  const cost: Cost<T> = {
    answer: await call(db),
    statements: sent.length,
    buffers: 0,
    scans: [],
  }
  for (const { text: query, values } of sent) {
    // The beginning and end of a transaction read nothing, and what writes isn't to be done twice.
    if (!/^[\s(]*(select|with)\b/i.test(query)) continue
    const plan = await planAfterMany(pool, query, values)
    if (!plan) throw new Error("PostgreSQL explained nothing")
    cost.buffers += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    cost.scans.push(...scansIn(plan))
  }
  return cost
}

async function planAfterMany(pool: pg.Pool, query: string, values: unknown[]): Promise<PlanNode | undefined> {
  const client = await pool.connect()
  try {
    await client.query(`prepare explained as ${query}`)
    const run = `execute explained${values.length > 0 ? `(${values.map(literalOf).join(", ")})` : ""}`
    for (let call = 0; call < PLANNED_ANEW_FIRST; call += 1) await client.query(run)
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, timing off, format json) ${run}`,
    )
    await client.query("deallocate explained")
    return rows[0]?.["QUERY PLAN"][0].Plan
  } finally {
    client.release()
  }
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "null"
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(",")}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

/** A scan that ended after fewer rows, as to see whether there are any, walked to no end. */
const WALKED = 500

/** The table of each walk that was made, as often as it was. */
function scansIn(node: PlanNode): string[] {
  const read = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)
  const walks = node["Node Type"] === "Seq Scan" && read >= WALKED ? node["Actual Loops"] : 0
  const tables = Array.from({ length: walks }, () => node["Relation Name"] ?? "")
  return [...tables, ...(node.Plans ?? []).flatMap(scansIn)]
}
