import { readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { makeBackup } from "#platform/backup/make.ts"
import { listMigrations } from "#platform/database/migrate.ts"
import { type Environment, VARIABLE_NAMES } from "#platform/env.ts"
import { openFileStore } from "#platform/storage/open.ts"
import { openSpool } from "#platform/storage/spool.ts"
import { DAY } from "#shared/time.ts"
import { complain, say, showProgress } from "../console.ts"
import { UPLOADS_PATH } from "../http/uploads.ts"
import { FILES_OF_ROWS, storesOf } from "../stored-files.ts"
import { type Command, type CommandCall, openDatabase, readArgs, WrongUse } from "./parts.ts"

const USAGE = `npm run kaksha -- backup [--to /mnt/copies] [--keep 14]

Writes everything into one archive, beside a running product or without one: the database as it is at one instant,
files and recordings, keys and configuration, with a checksum of each. It is read back and checked before it gets its
name. Without --to it is written below backups in the data folder; --to names another folder, or the archive itself.
With --keep only that many stay of the archives in its folder that are named by their time. The archive opens every
account: keep it as safe as the product itself.`

/** Files of the data folder that make this product the one it is. */
export const SECRET_FILES = ["secrets.json", "demo-people.json", "lan.json", "gateway.json"]

/** What belongs to the machine and not to the product. */
const OF_THE_MACHINE = new Set(["NODE_ENV", "PORT", "KAKSHA_DATA"])

export type Made = Awaited<ReturnType<typeof makeBackup>>

/** Where the files of the product lie, by their names in archives. */
export function openStores(env: Environment, dataFolder: string) {
  return storesOf(openFileStore(env, dataFolder), openSpool(join(dataFolder, "spool"), UPLOADS_PATH))
}

/**
 * Makes a backup of the database at `url` and of the files in the data folder. With `ofAnyRelease`, also where a
 * newer release migrated the database.
 */
export async function backUp(
  { env, variables, projectRoot }: CommandCall,
  { url, dataFolder }: { url: string; dataFolder: string },
  path: string,
  ofAnyRelease = false,
): Promise<Made> {
  forgetKilled(dirname(path))
  return makeBackup(
    {
      databaseUrl: url,
      dataFolder,
      version: versionOf(projectRoot),
      migrations: listMigrations(projectRoot),
      ofAnyRelease,
      stores: openStores(env, dataFolder),
      filesOfRows: FILES_OF_ROWS,
      secrets: [...readSecretFiles(dataFolder), { name: "environment", content: readVariables(variables) }],
      now: new Date(),
      progress: showProgress(),
    },
    path,
  )
}

export function versionOf(projectRoot: string): string {
  const about = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { version: string }
  return about.version
}

function readSecretFiles(dataFolder: string): { name: string; content: Buffer }[] {
  return SECRET_FILES.flatMap((name) => {
    try {
      return [{ name, content: readFileSync(join(dataFolder, name)) }]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return []
      throw error
    }
  })
}

/** The configuration as a file that systemd and others read as such. */
function readVariables(variables: NodeJS.ProcessEnv): Buffer {
  const lines = VARIABLE_NAMES.flatMap((name) => {
    const value = OF_THE_MACHINE.has(name) ? undefined : variables[name]
    return value ? [`${name}=${JSON.stringify(value)}\n`] : []
  })
  return Buffer.from(lines.join(""))
}

/** Where archives are in the data folder unless --to names another place. */
export function backupsFolder(dataFolder: string): string {
  return join(dataFolder, "backups")
}

/** Returns a path below the data folder's backups with the reason and the time. */
export function backupPath(dataFolder: string, why = USUAL): string {
  return join(backupsFolder(dataFolder), archiveName(why))
}

function archiveName(why = USUAL, now = new Date()): string {
  const when = now.toISOString().replaceAll(/[-:]/g, "").replace("T", "-").slice(0, 15)
  return `${why}-${when}.tar`
}

/** What archives are called that nothing but the clock gave rise to. */
const USUAL = "kaksha"
const NAMED_BY_TIME = /^kaksha-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.tar$/

/** Returns the names of a folder's archives that are named by their time, oldest first. */
export function listBackups(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => NAMED_BY_TIME.test(name))
    .sort()
}

function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
}

export function describeBackup(made: Made, path: string): void {
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Backed up ${rows} rows of ${made.tables.length} tables and ${made.files} files to`)
  say(`  ${path}`)
  for (const key of made.missing)
    complain(`The file ${key} is missing: the database has it, the disk has not.`)
}

async function run(call: CommandCall): Promise<void> {
  const { values } = readArgs(call.args, USAGE, {
    options: { to: { type: "string" }, keep: { type: "string" } },
  })
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (keep !== null && !(Number.isInteger(keep) && keep > 0)) {
    throw new WrongUse(`--keep is how many backups stay, such as 14.\n\n${USAGE}`)
  }
  const database = await openDatabase(call)
  try {
    const path = values.to ? pathOf(values.to) : backupPath(database.dataFolder)
    const counted = keep !== null && NAMED_BY_TIME.test(basename(path)) ? keep : null
    // Beforehand too: after a night without room, fewer to keep make room for the next.
    if (counted !== null) forgetOld(dirname(path), counted)
    describeBackup(await backUp(call, database, path), path)
    if (counted !== null) forgetOld(dirname(path), counted)
    else if (keep !== null)
      complain(
        "--keep doesn't count this archive, because it isn't named by its time. Name its folder with --to.",
      )
  } finally {
    await database.release()
  }
}

/** Returns when an archive that is named by its time was made; null for other names. */
export function timeOfBackup(name = ""): Date | null {
  const found = NAMED_BY_TIME.exec(name)
  return found && new Date(`${found.slice(1, 4).join("-")}T${found.slice(4).join(":")}Z`)
}

/** Returns the path of the archive that --to asks for: an existing folder gets one that is named by its time. */
function pathOf(to: string): string {
  const isFolder = /[/\\]$/.test(to) || statSync(to, { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? join(resolve(to), archiveName()) : resolve(to)
}

/** Removes all but the newest; those that were made before an upgrade or a restore stay. */
function forgetOld(folder: string, keep: number): void {
  for (const name of listBackups(folder).slice(0, -keep)) rmSync(join(folder, name))
}

/** Removes the leftovers of killed backups; no backup takes a day. */
function forgetKilled(folder: string): void {
  const parts = namesIn(folder).filter((name) => /^[\w-]+-\d{8}-\d{6}\.tar\.part$/.test(name))
  for (const name of parts) {
    const path = join(folder, name)
    if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { force: true })
  }
}

export const backupCommand: Command = { usage: USAGE, run }
