import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import pg from "pg"
import { createPool, type Database, databaseOn, survivesLostConnections } from "./db.ts"

/** Any number will do, as long as every process takes the same one. */
const MIGRATION_LOCK = 7_014_117

/** The migrations of this build, oldest first, each with the instant it was made, in milliseconds. */
export function listMigrations(projectRoot: string): { tag: string; when: number }[] {
  const journal = readFileSync(join(projectRoot, "migrations/meta/_journal.json"), "utf8")
  return (JSON.parse(journal) as { entries: { tag: string; when: number }[] }).entries
}

/** Returns when a database's newest migration was made, in milliseconds; null for a new database. */
export async function readMigration(url: string): Promise<number | null> {
  const pool = createPool(url, 1)
  try {
    const there = await pool.query("select to_regclass('drizzle.__drizzle_migrations') is not null as there")
    if (!there.rows[0]?.there) return null
    const newest = await pool.query(
      "select max(created_at)::float8 as newest from drizzle.__drizzle_migrations",
    )
    return newest.rows[0]?.newest ?? null
  } finally {
    await pool.end()
  }
}

/**
 * Brings a database to the newest schema, or to that of the migration made at `upTo`. Several processes may call
 * it at once: they take turns.
 */
export async function migrateDatabase(url: string, projectRoot: string, upTo?: number): Promise<void> {
  const holder = new pg.Client({ connectionString: url, application_name: "kaksha-migrations" })
  holder.on("error", () => {})
  await holder.connect()
  try {
    await holder.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await applyMigrations(url, projectRoot, upTo)
      } catch (error) {
        if (!isLockConflict(error) || attempt === LOCK_TRIES) throw error
        await delay(attempt * 1_000)
      }
    }
  } finally {
    // With the connection the lock ends for sure.
    await holder.end()
  }
}

/**
 * A change of a table waits for its readers, and every later query waits for the change. So it gives up after
 * this long and tries again: the product in use is never blocked for longer.
 */
const LOCK_WAIT_MS = 3_000
const LOCK_TRIES = 10

/** A lock timeout, or a deadlock with a transaction of a running process. */
const LOCK_CONFLICTS: readonly unknown[] = ["55P03", "40P01"]

function isLockConflict(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (LOCK_CONFLICTS.includes((cause as { code?: string }).code)) return true
  }
  return false
}

/** Applies the missing migrations in one transaction. */
async function applyMigrations(url: string, projectRoot: string, upTo: number | undefined): Promise<void> {
  const pool = survivesLostConnections(
    new pg.Pool({ connectionString: url, max: 1, lock_timeout: LOCK_WAIT_MS }),
  )
  try {
    await loadExtensions(pool)
    await applyOn(databaseOn(pool), projectRoot, upTo)
  } finally {
    await pool.end()
  }
}

/**
 * A migration may set a parameter of an extension, which PostgreSQL grants an ordinary role only in a session where
 * the extension's library is loaded: by calling a function of it.
 */
async function loadExtensions(pool: pg.Pool): Promise<void> {
  const there = await pool.query("select 1 from pg_extension where extname = 'pg_trgm'")
  if (there.rowCount !== 0) await pool.query("select similarity('', '')")
}

async function applyOn(db: Database, projectRoot: string, upTo: number | undefined): Promise<void> {
  const all = join(projectRoot, "migrations")
  if (upTo === undefined) return migrate(db, { migrationsFolder: all })
  // The library applies all that a folder's journal lists.
  const folder = mkdtempSync(join(tmpdir(), "kaksha-migrations-"))
  try {
    const wanted = listMigrations(projectRoot).filter(({ when }) => when <= upTo)
    for (const { tag } of wanted) cpSync(join(all, `${tag}.sql`), join(folder, `${tag}.sql`))
    mkdirSync(join(folder, "meta"))
    writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ entries: wanted }))
    await migrate(db, { migrationsFolder: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
