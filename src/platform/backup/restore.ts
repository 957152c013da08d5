import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import pg from "pg"
import { compareRows, digestOf } from "./compare.ts"
import { copyIn } from "./copy.ts"
import { type Inspected, RestoreFailed } from "./inspect.ts"
import type { StoreToKeep } from "./make.ts"
import { unzip } from "./make.ts"
import { UNKNOWN_MIGRATION } from "./manifest.ts"
import type { Progress } from "./progress.ts"
import { ArchiveBroken, type ArchiveEntry, readArchive, wholeOf } from "./read-archive.ts"
import { type BackedUpTable, PLAIN_TEXT, quoted } from "./tables.ts"

export type RestoreParts = {
  databaseUrl: string
  /** The migrations of this build. */
  migrations: { tag: string; when: number }[]
  /** Brings an empty database to the migration that was made at `when`. */
  migrateTo(when: number): Promise<void>
  stores: StoreToKeep[]
  /** Restores a key or configuration file. */
  takeSecret(name: string, content: Buffer): Promise<void>
  progress: Progress
}

/** Throws RestoreFailed for an archive whose database is newer than this build. */
export function refuseNewer(manifest: Inspected, migrations: RestoreParts["migrations"]): void {
  if (migrations.some(({ when }) => when === manifest.migration.when)) return
  const { tag } = manifest.migration
  throw new RestoreFailed(
    tag === UNKNOWN_MIGRATION
      ? "The backup has the database of a newer release, which this one only saved before it restored another. Restore it with that release."
      : `The backup was made by Kaksha ${manifest.version}, whose database is newer (${tag}). Restore it with that release.`,
  )
}

/**
 * Writes an inspected archive into an empty database and into stores: the schema as it was, the rows in one
 * transaction that is committed only when their hashes match the archive, then keys and files. Identical
 * files that are already there stay, so an interrupted restore can be repeated. Returns the names of all
 * files. Throws RestoreFailed and ArchiveBroken.
 */
export async function restoreBackup(
  path: string,
  manifest: Inspected,
  parts: RestoreParts,
): Promise<ReadonlySet<string>> {
  refuseNewer(manifest, parts.migrations)
  await parts.migrateTo(manifest.migration.when)
  await restoreRows(path, manifest, parts)
  const files = new Set<string>()
  let bytes = 0
  for await (const entry of readArchive(path)) {
    const [folder, name = "", ...rest] = entry.name.split("/")
    if (folder === "secrets") await parts.takeSecret(name, await wholeOf(entry))
    const target = parts.stores.find((store) => folder === "files" && store.name === name)
    if (!target) continue
    parts.progress.bytes("Restoring files", bytes, manifest.bytes)
    await restoreFile(target, rest.join("/"), entry, manifest.checksums?.get(entry.name))
    files.add(`${name}/${rest.join("/")}`)
    bytes += entry.size
  }
  return files
}

async function restoreFile(
  { store }: StoreToKeep,
  key: string,
  entry: ArchiveEntry,
  expected: string | undefined,
): Promise<void> {
  const size = await store.size(key)
  if (size === entry.size && expected !== undefined && (await digestOf(await store.read(key))) === expected)
    return
  await store.remove(key)
  // A store only keeps complete files, so one that differs from its checksum is not kept.
  await store.put(key, Readable.from(checked(entry, expected)), "application/octet-stream")
}

async function* checked(entry: ArchiveEntry, expected: string | undefined): AsyncGenerator<Buffer> {
  const hash = createHash("sha256")
  for await (const piece of entry.content()) {
    hash.update(piece)
    yield piece
  }
  if (expected !== undefined && hash.digest("hex") !== expected) {
    throw new ArchiveBroken(`${entry.name} was changed while it was restored. Run the same restore again.`)
  }
}

async function restoreRows(path: string, manifest: Inspected, { databaseUrl, progress }: RestoreParts) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "kaksha-backup" })
  await client.connect()
  try {
    await client.query("begin")
    await client.query(PLAIN_TEXT)
    const { tables } = manifest
    const names = tables.map((table) => quoted(table).name)
    // What triggers would count or refuse has happened already.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    if (names.length > 0) await client.query(`truncate ${names.join(", ")}`)
    await restoreTables(client, path, tables, progress)
    await restoreSequences(client)
    const differing = await compareRows(client, tables)
    if (differing.length > 0) {
      const told = differing.map(({ name, archived, found }) => `${name} (${archived} rows, now ${found})`)
      throw new RestoreFailed(
        `The rows did not come out as they went in: ${told.join(", ")}. No row was written.`,
      )
    }
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    await client.query("commit")
    await client.query("analyze")
  } finally {
    await client.end()
  }
}

/** In the archive each table comes after those it refers to, so one pass is enough. */
async function restoreTables(
  client: pg.Client,
  path: string,
  tables: BackedUpTable[],
  progress: Progress,
): Promise<void> {
  const entries = readArchive(path)
  const next = async (): Promise<ArchiveEntry | null> => {
    for (;;) {
      const { value } = await entries.next()
      if (!value || value.name.startsWith("files/")) return null
      if (value.name.startsWith("database/")) return value
    }
  }
  try {
    let entry = await next()
    for (const [done, table] of tables.entries()) {
      progress.part("Restoring tables", done, tables.length)
      const prefix = `database/${table.name}/`
      if (!entry?.name.startsWith(prefix)) continue
      const pieces = async function* () {
        for (; entry?.name.startsWith(prefix); entry = await next()) yield await unpack(path, entry)
      }
      const { name, columns } = quoted(table)
      await copyIn(client, `copy ${name} (${columns}) from stdin`, pieces())
    }
  } finally {
    await entries.return(undefined)
  }
}

/**
 * An archive without checksums may contain damaged rows, which fail here or at the comparison of the table's
 * hash.
 */
async function unpack(path: string, entry: ArchiveEntry): Promise<Buffer> {
  const packed = await wholeOf(entry)
  return unzip(packed).catch((error: Error) => {
    throw new ArchiveBroken(`${path} is damaged: ${entry.name} can't be unpacked. No row was written.`, {
      cause: error,
    })
  })
}

/** Counters continue after the highest number used. */
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
