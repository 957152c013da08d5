import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import pg from "pg"
import type { FileStore } from "#platform/storage/port.ts"
import { type ArchiveWriter, writeArchive } from "./archive.ts"
import { copyOut } from "./copy.ts"
import { type BackedUpTable, inOrder, measure, PLAIN_TEXT, quoted, readShapes } from "./tables.ts"

export const FORMAT = 1

/** The first entry of an archive: what is in it, and what must be there again after a restore. */
export type Manifest = {
  format: typeof FORMAT
  /** The version of the product that made it. */
  version: string
  made_at: string
  /** The newest migration of the database, which a restore brings it to first. */
  migration: { tag: string; when: number }
  tables: BackedUpTable[]
}

/** The last entry: without it an archive is not whole. */
export type Ending = {
  files: number
  bytes: number
  /** Files that rows speak of and that were not there. */
  missing: string[]
}

/** One of the places where files lie, under the name it has in archives. */
export type StoreToKeep = { name: string; store: FileStore }

/** What rows say of the files in a store: queries whose only column is the key. */
export type FilesOfRows = {
  store: string
  /** Files that must be there. */
  must: string
  /** Files that may be there, too. */
  may?: string
}

export type FilesKnown = { must: ReadonlySet<string>; may: ReadonlySet<string> }

export type BackupParts = {
  databaseUrl: string
  version: string
  /** The migrations of this build, oldest first. */
  migrations: { tag: string; when: number }[]
  stores: StoreToKeep[]
  filesOfRows: FilesOfRows[]
  /** What else the product needs to be itself, such as keys: name and content. */
  secrets: { name: string; content: Buffer }[]
  now: Date
}

/** The database isn't one that a backup can be made of; the message says why. */
export class BackupFailed extends Error {
  override name = "BackupFailed"
}

export const zip = promisify(gzip)
export const unzip = promisify(gunzip)

/**
 * Writes everything into one archive, beside a running product or without one. The rows are those of one instant;
 * files are copied after it, so that every file a row speaks of is there. Throws BackupFailed.
 */
export async function makeBackup(parts: BackupParts, path: string): Promise<Manifest & Ending> {
  const client = new pg.Client({ connectionString: parts.databaseUrl, application_name: "kaksha-backup" })
  await client.connect()
  const archive = await writeArchive(path).catch(async (error) => {
    await client.end()
    throw error
  })
  try {
    await client.query("begin isolation level repeatable read read only")
    await client.query(PLAIN_TEXT)
    const manifest = await describe(client, parts)
    await archive.add("manifest.json", Buffer.from(JSON.stringify(manifest, null, 2)))
    for (const { name, content } of parts.secrets) await archive.add(`secrets/${name}`, content)
    for (const table of manifest.tables) await addTable(client, archive, table)
    const known = await readFilesOfRows(client, parts.filesOfRows)
    await client.query("commit")
    const ending = await addFiles(archive, parts.stores, known)
    await archive.add("end.json", Buffer.from(JSON.stringify(ending, null, 2)))
    await archive.finish()
    return { ...manifest, ...ending }
  } catch (error) {
    await archive.abandon()
    throw error
  } finally {
    await client.end()
  }
}

async function describe(client: pg.Client, { version, migrations, now }: BackupParts): Promise<Manifest> {
  const applied = await client
    .query<{ when: string }>("select max(created_at)::text as when from drizzle.__drizzle_migrations")
    .catch(() => null)
  const migration = migrations.find(({ when }) => when === Number(applied?.rows[0]?.when ?? Number.NaN))
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

/** The keys that rows speak of, each with its store's name before it. */
export async function readFilesOfRows(client: pg.ClientBase, queries: FilesOfRows[]): Promise<FilesKnown> {
  const known = { must: new Set<string>(), may: new Set<string>() }
  for (const { store, must, may } of queries) {
    for (const [kind, text] of Object.entries({ must, may })) {
      const { rows } = text ? await client.query({ text, rowMode: "array" }) : { rows: [] }
      for (const [key] of rows as [string][]) known[kind as keyof FilesKnown].add(`${store}/${key}`)
    }
  }
  return known
}

async function addFiles(
  archive: ArchiveWriter,
  stores: StoreToKeep[],
  { must }: FilesKnown,
): Promise<Ending> {
  const found = new Set<string>()
  let bytes = 0
  for (const { name, store } of stores) {
    for await (const key of store.list("")) {
      const size = await store.size(key)
      // Removed while we were looking.
      if (size === null) continue
      // What still grows is taken as far as it has come.
      const content = await store.read(key, size > 0 ? { start: 0, end: size - 1 } : undefined)
      await archive.addStream(`files/${name}/${key}`, size, content)
      found.add(`${name}/${key}`)
      bytes += size
    }
  }
  return { files: found.size, bytes, missing: [...must].filter((key) => !found.has(key)).sort() }
}
