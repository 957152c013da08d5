import pg from "pg"
import { adminRole, appRole } from "#platform/postgres/cluster.ts"

const databaseName = "kaksha"

/** The address of a database on the embedded server. */
export function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
}

/**
 * Makes the product's role and database where they are missing. The role owns its database and no
 * more, so that a hole in the product doesn't open the server's files.
 */
export async function ensureDatabase(adminUrl: string, password: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const roles = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [appRole])
    if (roles.rowCount === 0) await client.query(`CREATE ROLE ${appRole} LOGIN PASSWORD '${password}'`)
    const databases = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName])
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${appRole}`)
  })
}

/** Returns whether the server at this address responds and keeps its data in `cluster` (a real path). */
export async function servesCluster(adminUrl: string, cluster: string): Promise<boolean> {
  try {
    return await withClient(adminUrl, async (client) => {
      const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory")
      return rows[0]?.data_directory === cluster
    })
  } catch {
    return false
  }
}

/** The addresses a running server is reached by: the product's, and the server owner's. */
export function addressesOf(password: string, port: number): { url: string; adminUrl: string } {
  return {
    url: urlOf(appRole, password, port, databaseName),
    adminUrl: urlOf(adminRole, password, port, "postgres"),
  }
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  // `ssl` is said here because PGSSLMODE in the environment would otherwise count.
  const client = new pg.Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 5_000 })
  // A connection cut between two queries shows in the next one.
  client.on("error", () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
