import { fillPlaceholders, getTableColumns, type Query, SQL, sql } from "drizzle-orm"
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres"
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { PgDialect, type PgTable, type PgTransaction } from "drizzle-orm/pg-core"
import pg from "pg"
import type { DatabaseLink } from "./database-link.ts"
import { nameStatement, PlanningClient, ScopedPool } from "./statements.ts"

// biome-ignore lint/complexity/noBannedTypes: drizzle's own default for "no relational schema"
type NoSchema = {}
export type Database = NodePgDatabase<NoSchema>
export type Transaction = PgTransaction<NodePgQueryResultHKT, NoSchema>
/** What services run their queries on: the pool, or the transaction they were called in. */
export type Db = Database | Transaction

// Counts and sums come as bigint: they stay far below 2^53 here, so numbers are exact.
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
    // Statements that are sent together don't wait for each other's results.
    pipeline: true,
    ...(link && linked(link)),
  })
  return survivesLostConnections(pool)
}

/**
 * Makes a lost connection fail only its next query. An `error` event without a listener ends the process, and
 * both parts emit one: the pool for an idle connection, even while the pool closes, and a connection that is
 * kept checked out between two queries.
 */
export function survivesLostConnections<Pool extends pg.Pool>(pool: Pool): Pool {
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}

/** After how long PostgreSQL itself ends what this process can no longer end, in milliseconds. */
const ABANDONED_TRANSACTION = 60_000

/**
 * The options that all pools of a link share. They set timeouts on the server too: a statement, an open
 * transaction or a connection that this process gave up during an outage would otherwise keep its locks there
 * for hours. `limit`, in milliseconds, applies to every statement.
 */
export function linked({ patience, Client }: DatabaseLink, limit?: number) {
  const session = [
    // The screens' many small joins look costly enough to be compiled, which takes longer than running them.
    "set jit = off",
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
 * Makes a statement for queries that run with every click: its text is built once for the process, and
 * PostgreSQL parses and plans it once for each connection, under its name. Values go where it has
 * `sql.placeholder`. Returns the rows by the names of their columns.
 */
export function named<Row extends Record<string, unknown>>(name: string, build: () => SQL) {
  let built: Query | null = null
  return async (db: Db, values: Record<string, unknown> = {}): Promise<Row[]> => {
    if (!built) {
      built = dialect.sqlToQuery(build())
      nameStatement(built.sql, name)
    }
    const filled = new BuiltStatement({ ...built, params: fillPlaceholders(built.params, values) })
    return (await db.execute(filled)).rows as Row[]
  }
}

/** A query of the query builder. */
export type Preparable<Rows> = {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Rows> }
}

/**
 * The same for a query of the query builder, with its rows as that returns them. It is built once for the pool,
 * and again for each transaction that runs it.
 */
export function prepared<Rows>(name: string, build: (db: Db) => Preparable<Rows>) {
  const built = new WeakMap<Db, ReturnType<Preparable<Rows>["prepare"]>>()
  return (db: Db, values: Record<string, unknown>): Promise<Rows> => {
    const query = built.get(db) ?? build(db).prepare(name)
    built.set(db, query)
    return query.execute(values)
  }
}

/** All columns of a table by name, for a named statement: one with `*` fails once an upgrade adds a column. */
export const columnsOf = (table: PgTable): SQL => sql.join(Object.values(getTableColumns(table)), sql`, `)

/** Returns what a named statement read of these columns as the table's own row, with its instants as dates. */
export function rowOf<T extends PgTable>(table: T, read: Record<string, unknown>): T["$inferSelect"] {
  const row: Record<string, unknown> = {}
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    const value = read[column.name] ?? null
    row[key] = value === null ? null : column.mapFromDriverValue(value)
  }
  return row
}

/** A statement with a prebuilt text. */
class BuiltStatement extends SQL {
  private readonly query: Query

  constructor(query: Query) {
    super([])
    this.query = query
  }

  override toQuery(): Query {
    return this.query
  }
}

/**
 * Binds an instant as a bound of a range so that the planner does not estimate by its value. It would
 * otherwise never keep a plan for a long table: a plan for a known bound always looks cheaper, and planning
 * again takes longer than the query. For ranges that one index serves, wherever they are.
 */
export function boundAt(instant: Date | SQL): SQL {
  return instant instanceof Date
    ? sql`(select ${instant.toISOString()}::timestamptz)`
    : sql`(select ${instant})`
}

/** The constraint that a failed write ran into, or null when it failed for another reason. */
export function brokenConstraint(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError && cause.constraint) return cause.constraint
  }
  return null
}

/**
 * `character_not_in_repertoire` and `untranslatable_character`: PostgreSQL's errors for the character NUL.
 */
const UNSTORABLE = new Set(["22021", "22P05"])

/** Whether a write or a search failed because a text contains a character that PostgreSQL can't store. */
export function isUnstorableText(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError && UNSTORABLE.has(cause.code ?? "")) return true
  }
  return false
}
