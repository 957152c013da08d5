import { randomBytes } from "node:crypto"
import pg from "pg"
import { inject } from "vitest"
import { createPool } from "#platform/database/db.ts"

export type TestDatabase = {
  /** Reaches the database as the product's role, which owns it. */
  url: string
  pool: pg.Pool
  /** Ends the pool and deletes the database, even with open connections. */
  drop(): Promise<void>
}

/**
 * Makes an empty database with the product's schema, for one test or one file of tests.
 * Needs `tests/postgres-setup.ts` among Vitest's `globalSetup`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject("postgresTemplateUrl"))
  const name = `test_${randomBytes(6).toString("hex")}`
  // Copied file by file: through the log, as PostgreSQL does it by default, takes seven times as long.
  await administer(
    `CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)} OWNER ${template.username} STRATEGY file_copy`,
  )
  const url = new URL(template)
  url.pathname = `/${name}`
  // The pool ends before its connections have closed; dropping the database then cuts them off, which is fine.
  // As the product's, under another name: some commands refuse to run beside processes of the product.
  const pool = createPool(`${url.href}?application_name=tests`, 10)
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end()
      await connectionsClosed(name)
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** Waits for connections that are closing; the few left open are cut off. */
async function connectionsClosed(name: string): Promise<void> {
  for (const until = Date.now() + 1_000; Date.now() < until; ) {
    const open = await administer(`SELECT 1 FROM pg_stat_activity WHERE datname = '${name}'`)
    if (open === 0) return
    await new Promise((later) => setTimeout(later, 20))
  }
}

async function administer(statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: inject("postgresAdminUrl") })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
