import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { compareBackup, inspectArchive, restoreBackup } from "#platform/backup/restore.ts"
import { openJobs } from "#platform/jobs.ts"
import { createLog } from "#platform/log.ts"
import { listMigrations, migrateDatabase } from "#platform/migrate.ts"
import { complain, say } from "../console.ts"
import { FILES_OF_ROWS } from "../stored-files.ts"
import { jobs } from "../worker.ts"
import { backUp, backupPath, describeBackup, openStores, SECRET_FILES } from "./backup.ts"
import {
  type Command,
  type CommandCall,
  type OpenDatabase,
  openDatabase,
  readArgs,
  WrongUse,
} from "./parts.ts"

const USAGE = `npm run kaksha -- restore backup.tar [--replace | --verify]

Restores an archive onto a machine where the product has not run, and brings its database to this release. Rows are
written only if every table has the hash that the archive tells. With --replace what is there makes way; a backup of
it is made first. With --verify nothing is written: rows and files are compared with the archive, and files without a
row and rows without their file are named.`

async function run(call: CommandCall): Promise<void> {
  const { values, positionals } = readArgs(call.args, USAGE, {
    allowPositionals: true,
    options: { verify: { type: "boolean" }, replace: { type: "boolean" } },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new WrongUse(`Name the archive.\n\n${USAGE}`)
  const path = resolve(file)
  const database = await openDatabase(call)
  try {
    if (values.verify) await verify(call, database, path)
    else await restore(call, database, path, values.replace === true)
  } finally {
    await database.release()
  }
}

async function verify({ env }: CommandCall, { url, dataFolder }: OpenDatabase, path: string): Promise<void> {
  const stores = openStores(env, dataFolder)
  const found = await compareBackup(path, { databaseUrl: url, stores, filesOfRows: FILES_OF_ROWS })
  for (const table of found.tables) {
    complain(
      `${table.name}: ${table.archived} rows in the archive, ${table.found} here, or others among them`,
    )
  }
  for (const key of found.missing) complain(`${key}: a row speaks of this file, and it is missing`)
  for (const key of found.orphaned) complain(`${key}: no row speaks of this file`)
  const problems = found.tables.length + found.missing.length + found.orphaned.length
  if (problems > 0)
    throw new WrongUse(`${problems} differences. Rows that changed since the backup are among them.`)
  say("Every table and every file is as in the archive.")
}

async function restore(call: CommandCall, database: OpenDatabase, path: string, replace: boolean) {
  const { url, dataFolder } = database
  await inspectArchive(path)
  await refuseOthers(database)
  if (await hasPeople(url)) {
    if (!replace) {
      throw new WrongUse(
        "The product has run here already. Restore elsewhere (KAKSHA_DATA or DATABASE_URL name the place), or add --replace: what is there makes way, and a backup of it is made first.",
      )
    }
    const before = backupPath(dataFolder, "before-restore")
    describeBackup(await backUp(call, database, before), before)
  }
  await emptyDatabase(url)
  const restored = await restoreBackup(path, {
    databaseUrl: url,
    migrations: listMigrations(call.projectRoot),
    stores: openStores(call.env, dataFolder),
    async migrateTo(when) {
      await migrateDatabase(url, call.projectRoot, when)
      // The jobs' own tables are made by whoever opens them.
      const store = await openJobs(url, jobs, createLog("warn"))
      await store.stop()
    },
    async takeSecret(name, content) {
      const kept = name === "environment" ? "restored.env" : name
      if (name !== "environment" && !SECRET_FILES.includes(name)) return
      if (content.length === 0) return
      writeSecret(join(dataFolder, kept), content)
      if (name === "environment") say(`Its configuration lies in ${join(dataFolder, kept)}.`)
    },
  })
  await migrateDatabase(url, call.projectRoot)
  say(
    `The backup of ${restored.made_at} is restored: ${restored.tables.length} tables with equal hashes, ${restored.files} files.`,
  )
  for (const key of restored.missing) complain(`The file ${key} was missing when the backup was made.`)
}

function writeSecret(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode: 0o600 })
}

const LEAVING_MS = 3_000

/** A product in use would go on writing. */
async function refuseOthers({ url, beside }: OpenDatabase): Promise<void> {
  if (beside !== null) throw new WrongUse(`Stop the product first (process ${beside}).`)
  // Sessions of a process that just ended take a moment to go.
  for (const until = Date.now() + LEAVING_MS; ; await delay(100)) {
    const others = await ask<{ n: number }>(
      url,
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name in ('kaksha', 'kaksha-changes', 'kaksha-jobs')",
    )
    if (!others?.n) return
    if (Date.now() > until) throw new WrongUse("Processes of the product use this database. Stop them first.")
  }
}

async function hasPeople(url: string): Promise<boolean> {
  const there = await ask<{ there: boolean }>(url, "select to_regclass('public.users') is not null as there")
  if (!there?.there) return false
  return (await ask(url, "select 1 from users limit 1")) !== undefined
}

async function emptyDatabase(url: string): Promise<void> {
  await ask(url, "drop schema if exists drizzle cascade")
  await ask(url, "drop schema if exists pgboss cascade")
  await ask(url, "drop schema public cascade")
  await ask(url, "create schema public")
}

async function ask<T extends object>(url: string, statement: string): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: "kaksha-restore" })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows[0]
  } finally {
    await client.end()
  }
}

export const restoreCommand: Command = { usage: USAGE, run }
