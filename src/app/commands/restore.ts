import { statSync } from "node:fs"
import { resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { holdAfterRestore } from "#features/notifications/server/restored-copy.ts"
import { compareBackup } from "#platform/backup/compare.ts"
import { type Inspected, inspectArchive } from "#platform/backup/inspect.ts"
import { UNKNOWN_MIGRATION } from "#platform/backup/manifest.ts"
import { refuseNewer, restoreBackup } from "#platform/backup/restore.ts"
import {
  noteFinished,
  noteUnfinished,
  readUnfinished,
  type UnfinishedRestore,
} from "#platform/backup/unfinished.ts"
import { listMigrations, migrateDatabase } from "#platform/database/migrate.ts"
import { openJobs } from "#platform/jobs/jobs.ts"
import { createLog } from "#platform/log/log.ts"
import { during } from "#platform/long-step.ts"
import { complain, longStep, say, showProgress } from "../console.ts"
import { FILES_OF_ROWS } from "../stored-files.ts"
import { jobs } from "../worker.ts"
import { backUp, backupPath, describeBackup, openStores } from "./backup.ts"
import {
  type Command,
  type CommandCall,
  migrateShown,
  type OpenDatabase,
  openAnyDatabase,
  readArgs,
  WrongUse,
  withRuntime,
} from "./parts.ts"
import { keepSecret, refuseFilled, removeOthers } from "./restore-files.ts"

const USAGE = `npm run kaksha -- restore backup.tar [--replace] [--release-messages]
npm run kaksha -- restore backup.tar --verify

Restores an archive on a machine where the product has not run yet, and brings its database to this release. Before
anything is written, every entry is compared with its checksum. A restore that was cut off is finished by the same
command. With --replace, what is there makes way; a backup of it is made first.

Messages that were waiting when the backup was made are held, because the original may send them too. An admin sends
or drops them on the page 'Messages to parents'. When the original is gone, --release-messages sends them at the start.

With --verify nothing is written: the archive is checked, then rows and files here are compared with it.`

async function run(call: CommandCall): Promise<void> {
  const { values, positionals } = readArgs(call.args, USAGE, {
    allowPositionals: true,
    options: {
      verify: { type: "boolean", default: false },
      replace: { type: "boolean", default: false },
      "release-messages": { type: "boolean", default: false },
    },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new WrongUse(`Name the archive.\n\n${USAGE}`)
  const path = resolve(file)
  // Before the database is opened, so that a bad archive leaves everything here unchanged.
  const manifest = await inspect(path)
  refuseNewer(manifest, listMigrations(call.projectRoot))
  const database = await openAnyDatabase(call)
  try {
    if (values.verify) await verify(call, database, manifest)
    else {
      const options = { replace: values.replace, releasesMessages: values["release-messages"] }
      await restore(call, database, { path, manifest, ...options })
    }
  } finally {
    await database.release()
  }
}

async function inspect(path: string): Promise<Inspected> {
  const progress = showProgress()
  const size = statSync(path, { throwIfNoEntry: false })?.size
  const manifest = await inspectArchive(path, (bytes) =>
    progress.bytes("Checking the archive", bytes, size),
  ).finally(() => progress.done())
  if (manifest.checksums)
    say(`The archive is whole: ${manifest.checksums.size} entries match their checksums.`)
  else {
    say(
      "This backup was made by an older release and has no checksums: damage to files or keys can't be detected. Damaged rows are.",
    )
  }
  return manifest
}

async function verify(
  { env }: CommandCall,
  { url, dataFolder }: OpenDatabase,
  manifest: Inspected,
): Promise<void> {
  if (!(await hasPeople(url)))
    return say("The product has not run here, so there is nothing to compare with it.")
  const stores = openStores(env, dataFolder)
  const progress = showProgress()
  const parts = { databaseUrl: url, stores, filesOfRows: FILES_OF_ROWS, progress }
  const found = await compareBackup(manifest, parts).finally(() => progress.done())
  for (const table of found.tables) {
    complain(
      `${table.name}: ${table.archived} rows in the archive, ${table.found} here, or others among them`,
    )
  }
  for (const key of found.missing) complain(`${key}: a row speaks of this file, and it is missing`)
  for (const key of found.orphaned) complain(`${key}: no row speaks of this file`)
  for (const key of found.changed) complain(`${key}: its content is not the one in the archive`)
  const problems = Object.values(found).reduce((sum, list) => sum + list.length, 0)
  if (problems > 0)
    throw new WrongUse(`${problems} differences. Rows that changed since the backup are among them.`)
  say("Every table and every file is as in the archive.")
}

type Wanted = { path: string; manifest: Inspected; replace: boolean; releasesMessages: boolean }

async function restore(call: CommandCall, database: OpenDatabase, wanted: Wanted): Promise<void> {
  const { url, dataFolder } = database
  const { path, manifest, replace } = wanted
  const stores = openStores(call.env, dataFolder)
  await refuseOthers(database)
  const unfinished = await readUnfinished(url)
  if (unfinished === null) await makeWay(call, database, replace)
  else if (unfinished.archive !== identityOf(manifest) && !replace) throw anotherUnfinished(unfinished)
  if (unfinished === null && !replace) await refuseFilled(call.env, stores)
  await emptyDatabase(url, { archive: identityOf(manifest), made_at: manifest.made_at, path })

  const progress = showProgress()
  const files = await restoreBackup(path, manifest, {
    databaseUrl: url,
    migrations: listMigrations(call.projectRoot),
    stores,
    progress,
    async migrateTo(when) {
      progress.done()
      await during(longStep("Making the tables of the archive"), () =>
        migrateDatabase(url, call.projectRoot, when),
      )
      // The jobs' own tables are created when the store is opened.
      const store = await openJobs(url, jobs, createLog("warn"))
      await store.stop()
    },
    async takeSecret(name, content) {
      keepSecret(dataFolder, name, content)
    },
  }).finally(() => progress.done())
  if (replace) await removeOthers(stores, files)
  await migrateShown(url, call.projectRoot)
  const held = await withRuntime(call, database, (runtime) =>
    holdAfterRestore(runtime.contextFor(null, runtime.log), {
      backup_made_at: new Date(manifest.made_at),
      releases: wanted.releasesMessages,
    }),
  )
  await onClient(url, noteFinished)
  say(
    `The backup of ${manifest.made_at} is restored: ${manifest.tables.length} tables with equal hashes, ${manifest.files} files.`,
  )
  if (!wanted.releasesMessages) say(holding(held))
  for (const key of manifest.missing) complain(`The file ${key} was missing when the backup was made.`)
}

function holding(held: number): string {
  const messages = held === 1 ? "1 message is" : `${held} messages are`
  return `${messages} held, because the original may send them too, and so are later ones about the same classes. If this copy replaces the original, an admin sends or drops them under 'Messages to parents' (/attendance/messages).`
}

/** Returns the archive's identity: the same one may be at another path when a restore is resumed. */
function identityOf({ checksums, made_at }: Inspected): string {
  return checksums?.get("manifest.json") ?? made_at
}

function anotherUnfinished({ made_at, path }: UnfinishedRestore): WrongUse {
  return new WrongUse(
    `A restore of another backup (${made_at}) was cut off here. Finish that one with\n  npm run kaksha -- restore ${path}\nor add --replace to start over with this one.`,
  )
}

async function makeWay(call: CommandCall, database: OpenDatabase, replace: boolean): Promise<void> {
  if (!(await hasPeople(database.url))) return
  if (!replace) {
    throw new WrongUse(
      "The product has run here already. Restore elsewhere (KAKSHA_DATA or DATABASE_URL name the place), or add --replace: what is there makes way, and a backup of it is made first.",
    )
  }
  const before = backupPath(database.dataFolder, "before-restore")
  // The way back after an upgrade: the database that makes way is a newer release's.
  const made = await backUp(call, database, before, true)
  describeBackup(made, before)
  if (made.migration.tag === UNKNOWN_MIGRATION)
    say("  It has the database of a newer release. Only that release can restore it.")
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

/** Empties the database and notes in the same transaction that a restore is under way. */
async function emptyDatabase(url: string, restore: UnfinishedRestore): Promise<void> {
  await onClient(url, async (client) => {
    await client.query("begin")
    await noteUnfinished(client, restore)
    await client.query("drop schema if exists drizzle cascade")
    await client.query("drop schema if exists pgboss cascade")
    await client.query("drop schema if exists public cascade")
    await client.query("create schema public")
    await client.query("commit")
  })
}

async function ask<T extends object>(url: string, statement: string): Promise<T | undefined> {
  return onClient(url, async (client) => (await client.query<T>(statement)).rows[0])
}

async function onClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "kaksha-restore" })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const restoreCommand: Command = { usage: USAGE, run }
