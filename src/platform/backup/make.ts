import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import { Readable } from "node:stream"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import pg from "pg"
import { FileMissing, type FileStore } from "#platform/storage/port.ts"
import { freeBytes, isSameDisk, KEEP_FREE, ReserveReached } from "#platform/storage/reserve.ts"
import { type ArchiveWriter, partOf, writeArchive } from "./archive.ts"
import { copyOut } from "./copy.ts"
import { inspectArchive } from "./inspect.ts"
import { type Ending, FORMAT, type Manifest, UNKNOWN_MIGRATION } from "./manifest.ts"
import type { Progress } from "./progress.ts"
import { type BackedUpTable, inOrder, measure, PLAIN_TEXT, quoted, readShapes } from "./tables.ts"

/** A store of files, under the name it has in archives. */
export type StoreToKeep = { name: string; store: FileStore }

/** Where rows refer to the files in a store: queries whose only column is the key. */
export type FilesOfRows = {
  store: string
  /** The table whose rows they are; a database of an older release may not have it yet. */
  table: string
  /** Files that must be there. */
  must?: string
  /** Files that may be there, too. */
  may?: string
}

export type FilesKnown = { must: ReadonlySet<string>; may: ReadonlySet<string> }

export type BackupParts = {
  databaseUrl: string
  /** On the disk of this folder, where a database may be, some room stays free. */
  dataFolder: string
  version: string
  /** The migrations of this build, oldest first. */
  migrations: { tag: string; when: number }[]
  /** Also backs up a database that another release migrated, which only that one can restore. */
  ofAnyRelease?: boolean
  /** In the order in which they are copied. */
  stores: StoreToKeep[]
  filesOfRows: FilesOfRows[]
  /** What else the product needs to be itself, such as keys: name and content. */
  secrets: { name: string; content: Buffer }[]
  now: Date
  progress: Progress
}

/** No backup can be made of this database; the message says why. */
export class BackupFailed extends Error {
  override name = "BackupFailed"
}

export const zip = promisify(gzip)
export const unzip = promisify(gunzip)

/**
 * Writes everything into one archive, beside a running product or without one. The rows are those of one
 * instant; files are copied after it, so that every file a row refers to is there. The archive is read back
 * and checked before it gets its name; an unfinished one is removed. Throws BackupFailed.
 */
export async function makeBackup(parts: BackupParts, path: string): Promise<Manifest & Ending> {
  const client = new pg.Client({ connectionString: parts.databaseUrl, application_name: "kaksha-backup" })
  await client.connect()
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      // There is a file where the folder should be.
      throw error.code === "EEXIST" ? Object.assign(error, { code: "ENOTDIR" }) : error
    })
    const keepFree = await reserveFor(path, parts)
    const archive = await writeArchive(path, keepFree)
    try {
      return await fill(archive, client, parts)
    } catch (error) {
      await archive.abandon()
      throw error
    }
  } catch (error) {
    throw explain(error, path)
  } finally {
    await client.end()
    parts.progress.done()
  }
}

/**
 * Returns how many bytes the archive has to leave free on its disk. Throws ReserveReached where the files alone would
 * take more: a backup each night that ends halfway would fill the disk for nothing.
 */
async function reserveFor(path: string, { dataFolder, stores }: BackupParts): Promise<number> {
  const folder = dirname(path)
  if (!(await isSameDisk(folder, dataFolder))) return 0
  let bytes = KEEP_FREE
  // A bucket would be asked for each size, so its files are only counted as they come.
  for (const { store } of stores.filter((one) => one.store.name === "disk"))
    for await (const key of store.list("")) bytes += (await store.size(key)) ?? 0
  if ((await freeBytes(folder)) < bytes) throw new ReserveReached()
  return KEEP_FREE
}

async function fill(archive: ArchiveWriter, client: pg.Client, parts: BackupParts) {
  const { progress } = parts
  await client.query("begin isolation level repeatable read read only")
  await client.query(PLAIN_TEXT)
  const manifest = await describe(client, parts)
  await archive.add("manifest.json", Buffer.from(JSON.stringify(manifest, null, 2)))
  for (const { name, content } of parts.secrets) await archive.add(`secrets/${name}`, content)
  for (const [done, table] of manifest.tables.entries()) {
    progress.part("Backing up tables", done, manifest.tables.length)
    await addTable(client, archive, table)
  }
  // What rows of another release refer to isn't known here, and asking could fail.
  const isOurs = manifest.migration.tag !== UNKNOWN_MIGRATION
  const known = await readFilesOfRows(client, isOurs ? parts.filesOfRows : [])
  await client.query("commit")
  const ending = await addFiles(archive, parts, known)
  await archive.add("end.json", Buffer.from(JSON.stringify(ending, null, 2)))
  await archive.finish(async (written) => {
    await inspectArchive(written, (bytes) => progress.bytes("Checking the archive", bytes))
  })
  return { ...manifest, ...ending }
}

function explain(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new BackupFailed(
      `The disk is full: the backup was not finished, and nothing of it was left in ${dirname(path)}. Make room, or name another disk with --to.`,
      { cause: error },
    )
  }
  if (error instanceof ReserveReached) {
    return new BackupFailed(
      `There is too little room for a backup in ${dirname(path)}: it would leave less than ${KEEP_FREE / 2 ** 20} MB to the database and to recordings, so nothing of it was kept. Delete old backups and keep fewer (--keep), or name another disk with --to.`,
      { cause: error },
    )
  }
  if (code === "EEXIST") {
    return new BackupFailed(
      `Another backup is being written to ${path}. If none is running, delete ${partOf(path)} and try again.`,
      { cause: error },
    )
  }
  if (NOT_WRITABLE.has(code ?? "")) {
    return new BackupFailed(
      `The backup can't be written to ${path} (${code}). Name another place with --to.`,
      {
        cause: error,
      },
    )
  }
  return error
}

const NOT_WRITABLE = new Set(["EACCES", "EPERM", "EROFS", "EISDIR", "ENOTDIR", "ENOENT"])

async function describe(client: pg.Client, parts: BackupParts): Promise<Manifest> {
  const { version, migrations, ofAnyRelease, now } = parts
  const applied = await client
    .query<{ when: string }>("select max(created_at)::text as when from drizzle.__drizzle_migrations")
    .catch(() => null)
  const newest = Number(applied?.rows[0]?.when ?? Number.NaN)
  const migration =
    migrations.find(({ when }) => when === newest) ??
    (ofAnyRelease && !Number.isNaN(newest) ? { tag: UNKNOWN_MIGRATION, when: newest } : undefined)
  if (!migration) {
    throw new BackupFailed(
      applied === null
        ? "There is nothing to back up: the product has not run on this database yet."
        : "The database was migrated by another release of Kaksha. Make the backup with that one.",
    )
  }
  const tables: BackedUpTable[] = []
  for (const shape of await inOrder(client, await readShapes(client)))
    tables.push(await measure(client, shape))
  return { format: FORMAT, version, made_at: now.toISOString(), migration, tables }
}

async function addTable(client: pg.Client, archive: ArchiveWriter, table: BackedUpTable): Promise<void> {
  const { name, columns } = quoted(table)
  const where = table.where ? ` where ${table.where}` : ""
  let part = 0
  await copyOut(client, `copy (select ${columns} from ${name}${where}) to stdout`, async (piece) => {
    const number = String(++part).padStart(6, "0")
    await archive.add(`database/${table.name}/${number}.gz`, await zip(piece, { level: 3 }))
  })
}

/** Returns the keys that rows refer to, each with its store's name before it. */
export async function readFilesOfRows(client: pg.ClientBase, queries: FilesOfRows[]): Promise<FilesKnown> {
  const known = { must: new Set<string>(), may: new Set<string>() }
  for (const { store, table, must, may } of queries) {
    const there = await client.query("select 1 where to_regclass($1) is not null", [`public.${table}`])
    if (there.rowCount === 0) continue
    for (const [kind, text] of Object.entries({ must, may })) {
      const { rows } = text ? await client.query({ text, rowMode: "array" }) : { rows: [] }
      for (const [key] of rows as [string][]) known[kind as keyof FilesKnown].add(`${store}/${key}`)
    }
  }
  return known
}

async function addFiles(
  archive: ArchiveWriter,
  { stores, progress }: BackupParts,
  { must }: FilesKnown,
): Promise<Ending> {
  const found = new Set<string>()
  let bytes = 0
  for (const { name, store } of stores) {
    for await (const key of store.list("")) {
      progress.bytes("Backing up files", bytes)
      const size = await store.size(key)
      // Removed while we were looking.
      if (size === null) continue
      const content = await readAsFar(store, key, size)
      if (content === null) continue
      await archive.addStream(`files/${name}/${key}`, size, content)
      found.add(`${name}/${key}`)
      bytes += size
    }
  }
  return { files: found.size, bytes, missing: [...must].filter((key) => !found.has(key)).sort() }
}

/**
 * Returns a file's bytes up to the size that was seen, because it may still grow; null when it was removed
 * since.
 */
async function readAsFar(store: FileStore, key: string, size: number): Promise<Readable | null> {
  if (size === 0) return Readable.from([])
  try {
    return await store.read(key, { start: 0, end: size - 1 })
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}
