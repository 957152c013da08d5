import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { chmod, cp, mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { findClaimant } from "#platform/data-folder.ts"
import { migrateDatabase } from "#platform/database/migrate.ts"
import { findServiceAccount } from "#platform/postgres/account.ts"
import { locateBinaries } from "#platform/postgres/locate.ts"
import { findPostmaster, stopPostmaster } from "#platform/postgres/postmaster.ts"
import { type RunningPostgres, startPostgres } from "#platform/postgres/supervisor.ts"
import { keepFilesInMemory } from "./quick-folder.ts"

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

/** Clusters that are made already, by what they are made of: making one takes longer than most files of tests. */
const keptClusters = join(projectRoot, "node_modules/.cache/kaksha/test-clusters")

/** Starts one PostgreSQL for the run, with the schema in a template that tests copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  keepFilesInMemory()
  const parent = await realpath(tmpdir())
  await removeAbandoned(parent)
  const dataDir = await mkdtemp(join(parent, folderPrefix))
  await chmod(dataDir, 0o711)
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  try {
    await fillFolder(dataDir)
    const server = await start(dataDir)
    project.provide("postgresAdminUrl", server.adminUrl)
    project.provide("postgresTemplateUrl", replaceDatabase(server.url, templateName))
    return async () => {
      await server.kill()
      await removeFolder()
    }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

function start(dataDir: string): Promise<RunningPostgres> {
  return startPostgres({
    dataDir,
    projectRoot,
    report: () => {},
    log: { info() {}, warn: console.warn, error: console.error },
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: 400,
      // Copying the template waits for connections to it to end, and its few rows need no upkeep.
      autovacuum: "off",
    },
  })
}

/** Puts a stopped cluster with the template into a folder: a copy of the kept one, or a new one, which is then kept. */
async function fillFolder(dataDir: string): Promise<void> {
  const mark = markOfCluster()
  const kept = join(keptClusters, mark)
  if (existsSync(kept)) return copyTree(kept, dataDir)
  const server = await start(dataDir)
  try {
    await makeTemplate(server.adminUrl)
    await migrateDatabase(replaceDatabase(server.url, templateName), projectRoot)
  } finally {
    await server.stop()
  }
  // Each run finds a port of its own.
  await rm(join(dataDir, "postgres.port"))
  await mkdir(keptClusters, { recursive: true })
  const outdated = (await readdir(keptClusters)).filter((name) => !name.startsWith(mark))
  const draft = await mkdtemp(`${kept}.`)
  await copyTree(dataDir, draft)
  // Another run may have been quicker.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }))
  for (const name of outdated) await rm(join(keptClusters, name), { recursive: true, force: true })
}

/** Says what a cluster is made of: the migrations, how it is set up, and by which PostgreSQL and account. */
function markOfCluster(): string {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch} ${process.getuid?.()}`)
  const migrations = readdirSync(join(projectRoot, "migrations")).filter((name) => name.endsWith(".sql"))
  const files = migrations.sort().map((name) => `migrations/${name}`)
  for (const file of [...files, "migrations/meta/_journal.json", "tests/postgres-setup.ts", "package.json"]) {
    hash.update(`${file}\n`).update(readFileSync(join(projectRoot, file)))
  }
  return hash.digest("hex").slice(0, 16)
}

/** Copies the contents of a folder, each file with its owner. */
async function copyTree(from: string, to: string): Promise<void> {
  if (process.platform === "win32") return cp(from, to, { recursive: true })
  await promisify(execFile)("cp", ["-a", `${from}/.`, to])
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
