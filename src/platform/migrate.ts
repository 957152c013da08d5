import { readFileSync } from "node:fs"
import { join } from "node:path"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import { createPool, databaseOn } from "./db.ts"

/** Any number will do, as long as every process takes the same one. */
const MIGRATION_LOCK = 7_014_117

/** The migrations of this build, oldest first, each with the instant it was made, in milliseconds. */
export function listMigrations(projectRoot: string): { tag: string; when: number }[] {
  const journal = readFileSync(join(projectRoot, "migrations/meta/_journal.json"), "utf8")
  return (JSON.parse(journal) as { entries: { tag: string; when: number }[] }).entries
}

/** Brings a database to the newest schema. Several processes may call it at once: they take turns. */
export async function migrateDatabase(url: string, projectRoot: string): Promise<void> {
  const pool = createPool(url, 2)
  try {
    const holder = await pool.connect()
    try {
      await holder.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
      await migrate(databaseOn(pool), { migrationsFolder: join(projectRoot, "migrations") })
    } finally {
      await holder.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK])
      holder.release()
    }
  } finally {
    await pool.end()
  }
}
