import { Readable } from "node:stream"
import pg from "pg"
import { type ArchiveEntry, readArchive } from "./archive.ts"
import { copyIn } from "./copy.ts"
import {
  type Ending,
  type FilesKnown,
  type FilesOfRows,
  FORMAT,
  type Manifest,
  readFilesOfRows,
  type StoreToKeep,
  unzip,
} from "./make.ts"
import { type BackedUpTable, measure, PLAIN_TEXT, quoted } from "./tables.ts"

/** The archive can't be restored here; the message says why and what to do. */
export class RestoreFailed extends Error {
  override name = "RestoreFailed"
}

export type RestoreParts = {
  databaseUrl: string
  /** The migrations of this build. */
  migrations: { tag: string; when: number }[]
  /** Brings an empty database to the migration that was made at `when`. */
  migrateTo(when: number): Promise<void>
  stores: StoreToKeep[]
  /** Takes what was kept of keys and configuration. */
  takeSecret(name: string, content: Buffer): Promise<void>
}

/** What an archive and the product as it is differ in; nothing at all when they are equal. */
export type Differences = {
  /** Tables whose rows are others. */
  tables: { name: string; archived: number; found: number }[]
  /** Files that rows speak of and that are not there. */
  missing: string[]
  /** Files that no row speaks of. */
  orphaned: string[]
}

/** Reads what an archive says of itself, and that it is whole. Throws RestoreFailed and ArchiveBroken. */
export async function inspectArchive(path: string): Promise<Manifest & Ending> {
  let manifest: Manifest | null = null
  let ending: Ending | null = null
  for await (const entry of readArchive(path)) {
    if (entry.name === "manifest.json") manifest = JSON.parse((await wholeOf(entry)).toString()) as Manifest
    else if (!manifest) throw new RestoreFailed(`${path} is no backup of Kaksha.`)
    if (entry.name === "end.json") ending = JSON.parse((await wholeOf(entry)).toString()) as Ending
  }
  if (!manifest || !ending) throw new RestoreFailed(`${path} is not whole: its end is missing.`)
  if (manifest.format !== FORMAT) {
    throw new RestoreFailed(`${path} has format ${manifest.format}, and this release reads ${FORMAT}.`)
  }
  return { ...manifest, ...ending }
}

/**
 * Writes an archive into an empty database and empty stores: the schema as it was, the rows in one transaction
 * that is committed only when their hashes are those of the archive, then the files. Throws RestoreFailed.
 */
export async function restoreBackup(path: string, parts: RestoreParts): Promise<Manifest & Ending> {
  const manifest = await inspectArchive(path)
  if (!parts.migrations.some(({ when }) => when === manifest.migration.when)) {
    throw new RestoreFailed(
      `The backup was made by Kaksha ${manifest.version}, whose database is newer (${manifest.migration.tag}). Restore it with that release.`,
    )
  }
  await parts.migrateTo(manifest.migration.when)
  await restoreRows(path, manifest, parts.databaseUrl)
  for await (const entry of readArchive(path)) {
    const [folder, name = "", ...rest] = entry.name.split("/")
    if (folder === "secrets") await parts.takeSecret(name, await wholeOf(entry))
    const target = parts.stores.find((store) => folder === "files" && store.name === name)
    if (target) await restoreFile(target, rest.join("/"), entry)
  }
  return manifest
}

async function restoreFile({ store }: StoreToKeep, key: string, entry: ArchiveEntry): Promise<void> {
  // A restore that was cut off is begun again.
  if ((await store.size(key)) === entry.size) return
  await store.remove(key)
  await store.put(key, Readable.from(entry.content()), "application/octet-stream")
}

async function restoreRows(path: string, manifest: Manifest, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "kaksha-backup" })
  await client.connect()
  try {
    await client.query("begin")
    await client.query(PLAIN_TEXT)
    const { tables } = manifest
    const names = tables.map((table) => quoted(table).name)
    // What triggers would count or refuse has happened already.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${names.join(", ")}`)
    await restoreTables(client, path, tables)
    await restoreSequences(client)
    const differing = await compareRows(client, tables)
    if (differing.length > 0) {
      const told = differing.map(({ name, archived, found }) => `${name} (${archived} rows, now ${found})`)
      throw new RestoreFailed(
        `The rows did not come out as they went in: ${told.join(", ")}. Nothing was written.`,
      )
    }
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    await client.query("commit")
    await client.query("analyze")
  } finally {
    await client.end()
  }
}

/** The archive holds tables in an order in which each comes after those it refers to: one way through is enough. */
async function restoreTables(client: pg.Client, path: string, tables: BackedUpTable[]): Promise<void> {
  const entries = readArchive(path)
  const next = async (): Promise<ArchiveEntry | null> => {
    for (;;) {
      const { value } = await entries.next()
      if (!value || value.name.startsWith("files/")) return null
      if (value.name.startsWith("database/")) return value
    }
  }
  let entry = await next()
  for (const table of tables) {
    const prefix = `database/${table.name}/`
    if (!entry?.name.startsWith(prefix)) continue
    const pieces = async function* () {
      for (; entry?.name.startsWith(prefix); entry = await next()) yield await unzip(await wholeOf(entry))
    }
    const { name, columns } = quoted(table)
    await copyIn(client, `copy ${name} (${columns}) from stdin`, pieces())
  }
  await entries.return(undefined)
}

/** Counters go on after the highest number that was given out. */
async function restoreSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    select s.oid::regclass::text as sequence, t.oid::regclass::text as table, quote_ident(a.attname) as column
    from pg_class s
    join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S'`)
  for (const { sequence, table, column } of rows) {
    await client.query(
      `select setval('${sequence}', coalesce((select max(${column}) from ${table}), 0) + 1, false)`,
    )
  }
}

async function compareRows(client: pg.Client, tables: BackedUpTable[]): Promise<Differences["tables"]> {
  const differing: Differences["tables"] = []
  for (const table of tables) {
    const now = await measure(client, table)
    if (now.rows !== table.rows || now.hash !== table.hash) {
      differing.push({ name: table.name, archived: table.rows, found: now.rows })
    }
  }
  return differing
}

/** Compares an archive with the product as it is, and looks for files without rows and rows without files. */
export async function compareBackup(
  path: string,
  parts: { databaseUrl: string; stores: StoreToKeep[]; filesOfRows: FilesOfRows[] },
): Promise<Differences> {
  const manifest = await inspectArchive(path)
  const client = new pg.Client({ connectionString: parts.databaseUrl, application_name: "kaksha-backup" })
  await client.connect()
  try {
    await client.query("begin isolation level repeatable read read only")
    await client.query(PLAIN_TEXT)
    const tables = await compareRows(client, manifest.tables)
    const known = await readFilesOfRows(client, parts.filesOfRows)
    await client.query("commit")
    return { tables, ...(await compareFiles(parts.stores, known)) }
  } finally {
    await client.end()
  }
}

/** Files that are missing, and those that nothing speaks of. */
export async function compareFiles(
  stores: StoreToKeep[],
  { must, may }: FilesKnown,
): Promise<Pick<Differences, "missing" | "orphaned">> {
  const found = new Set<string>()
  for (const { name, store } of stores) for await (const key of store.list("")) found.add(`${name}/${key}`)
  return {
    missing: [...must].filter((key) => !found.has(key)).sort(),
    orphaned: [...found].filter((key) => !must.has(key) && !may.has(key)).sort(),
  }
}

async function wholeOf(entry: ArchiveEntry): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of entry.content()) pieces.push(piece)
  return Buffer.concat(pieces)
}
