import { chmod, mkdtemp, readdir, realpath, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { findClaimant } from "#platform/data-folder.ts"
import { migrateDatabase } from "#platform/migrate.ts"
import { findServiceAccount } from "#platform/postgres/account.ts"
import { locateBinaries } from "#platform/postgres/locate.ts"
import { findPostmaster, stopPostmaster } from "#platform/postgres/postmaster.ts"
import { startPostgres } from "#platform/postgres/supervisor.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The server's own database, as its owner. */
    postgresAdminUrl: string
    /** The database every test database is a copy of, as the product's role. */
    postgresTemplateUrl: string
  }
}

export const templateName = "kaksha_template"

const projectRoot = resolve(import.meta.dirname, "..")
const folderPrefix = "kaksha-test-"

/** Starts one PostgreSQL for the run, with the schema in a template that tests copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = await realpath(tmpdir())
  await removeAbandoned(parent)
  const dataDir = await mkdtemp(join(parent, folderPrefix))
  await chmod(dataDir, 0o711)
  const server = await startPostgres({
    dataDir,
    projectRoot,
    report: () => {},
    log: { info() {}, warn: console.warn, error: console.error },
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: 400,
      // Copies of the template wait for whoever is in it, and its few rows need no upkeep.
      autovacuum: "off",
    },
  })
  const teardown = async () => {
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const templateUrl = replaceDatabase(server.url, templateName)
    await makeTemplate(server.adminUrl)
    await migrateDatabase(templateUrl, projectRoot)
    project.provide("postgresAdminUrl", server.adminUrl)
    project.provide("postgresTemplateUrl", templateUrl)
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${templateName} OWNER kaksha`)
  await client.end()
}

function replaceDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** Stops the servers and deletes the folders of test runs that were killed. */
async function removeAbandoned(parent: string): Promise<void> {
  const account = findServiceAccount()
  for (const name of await readdir(parent)) {
    if (!name.startsWith(folderPrefix)) continue
    const dataDir = join(parent, name)
    const found = await stat(dataDir).catch(() => null)
    // A run that starts right now may not have claimed its folder yet; another account's isn't ours.
    const young = !found || Date.now() - found.ctimeMs < 60_000
    if (young || found.uid !== process.getuid?.() || (await findClaimant(dataDir)) !== null) continue
    const server = await findPostmaster(join(dataDir, "postgres"))
    if (server) {
      const binaries = await locateBinaries({ projectRoot, dataDir, account, report: () => {} })
      await stopPostmaster(server, binaries, "QUIT")
    }
    await rm(dataDir, { recursive: true, force: true })
  }
}
