import { type Query, type SQL, sql } from "drizzle-orm"
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres"
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { PgDialect, type PgTransaction } from "drizzle-orm/pg-core"
import pg from "pg"
import type { DatabaseLink } from "./database-link.ts"
import { PlanningClient, ScopedPool } from "./statements.ts"

// biome-ignore lint/complexity/noBannedTypes: drizzle's own default for "no relational schema"
type NoSchema = {}
export type Database = NodePgDatabase<NoSchema>
export type Transaction = PgTransaction<NodePgQueryResultHKT, NoSchema>
/** What services run their queries on: the pool, or the transaction they were called in. */
export type Db = Database | Transaction

// Counts and sums come as bigint: they stay far below 2^53 here, so numbers serve.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has no zone and stays the text it is.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** A pool of connections. On a link they share its limits, and end with it. */
export function createPool(url: string, max = 20, link?: DatabaseLink): pg.Pool {
  const pool = new ScopedPool({
    connectionString: url,
    max,
    application_name: "kaksha",
    connectionTimeoutMillis: 5_000,
    Client: PlanningClient,
    ...(link && linked(link)),
  })
  return survivesLostConnections(pool)
}

/**
 * Makes a lost connection cost its next query alone. An error that nobody listens to ends the process, and both parts
 * raise one: the pool for an idle connection, even while the pool closes, and a connection that is held between two
 * queries for itself.
 */
export function survivesLostConnections<Pool extends pg.Pool>(pool: Pool): Pool {
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}

/** After how long PostgreSQL itself gives up what this process can't end any more, in milliseconds. */
const ABANDONED_TRANSACTION = 60_000

/**
 * What the pools of a link have in common. The server is told, too: a statement, an open transaction or a connection
 * that this process gave up while nothing got through would else hold its locks there for hours. With a limit, in
 * milliseconds, it counts for every statement.
 */
export function linked({ patience, Client }: DatabaseLink, limit?: number) {
  const session = [
    `set statement_timeout = ${patience.longStatement}`,
    `set idle_in_transaction_session_timeout = ${ABANDONED_TRANSACTION}`,
    "set tcp_keepalives_idle = 10",
    "set tcp_keepalives_interval = 2",
    "set tcp_keepalives_count = 4",
    "set tcp_user_timeout = 10000",
  ].join(";")
  return {
    Client,
    connectionTimeoutMillis: patience.pool,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(session)
      if (limit && client instanceof PlanningClient)
        client.limits = { statement: limit, longStatement: limit }
    },
  }
}

export function databaseOn(pool: pg.Pool): Database {
  return drizzle(pool)
}

const dialect = new PgDialect()

/**
 * A statement for what runs with every click: its text is built once for the process, and PostgreSQL parses and plans
 * it once for each connection, under its name. Values go where it has `sql.placeholder`. Answers the rows by the names
 * of their columns.
 */
export function named<Row extends object>(name: string, build: () => SQL) {
  let query: Query | null = null
  return async (db: Db, values: Record<string, unknown> = {}): Promise<Row[]> => {
    query ??= dialect.sqlToQuery(build())
    type Answer = { execute: pg.QueryResult<Row>; all: unknown; values: unknown }
    return (await db._.session.prepareQuery<Answer>(query, undefined, name, false).execute(values)).rows
  }
}

/**
 * An instant as a bound of a range, which the planner takes for any other. It would else keep no plan for a long table:
 * knowing the bound always looks cheaper than not knowing it, and planning anew takes longer than the answer. For
 * ranges that one index serves, wherever they lie.
 */
export function boundAt(instant: Date): SQL {
  return sql`(select ${instant.toISOString()}::timestamptz)`
}

/** The constraint that a failed write ran into, or null when it failed for another reason. */
export function brokenConstraint(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError && cause.constraint) return cause.constraint
  }
  return null
}

/** `character_not_in_repertoire` and `untranslatable_character`: what PostgreSQL says of the character NUL. */
const UNSTORABLE = new Set(["22021", "22P05"])

/** Whether a write or a search failed because a text holds a character that PostgreSQL can't store. */
export function isUnstorableText(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError && UNSTORABLE.has(cause.code ?? "")) return true
  }
  return false
}
