import { createHash } from "node:crypto"
import type { Readable } from "node:stream"
import pg from "pg"
import type { Inspected } from "./inspect.ts"
import { type FilesKnown, type FilesOfRows, readFilesOfRows, type StoreToKeep } from "./make.ts"
import type { Progress } from "./progress.ts"
import { type BackedUpTable, measure, PLAIN_TEXT } from "./tables.ts"

/** The differences between an archive and the product now; all lists are empty if they are equal. */
export type Differences = {
  /** Tables with different rows. */
  tables: { name: string; archived: number; found: number }[]
  /** Missing files that rows refer to. */
  missing: string[]
  /** Files that no row refers to. */
  orphaned: string[]
  /** Files whose content differs from the archive. */
  changed: string[]
}

/** Returns the tables whose rows differ from those archived. */
export async function compareRows(
  client: pg.Client,
  tables: BackedUpTable[],
): Promise<Differences["tables"]> {
  const differing: Differences["tables"] = []
  for (const table of tables) {
    const now = await measure(client, table)
    if (now.rows !== table.rows || now.hash !== table.hash) {
      differing.push({ name: table.name, archived: table.rows, found: now.rows })
    }
  }
  return differing
}

type Parts = { databaseUrl: string; stores: StoreToKeep[]; filesOfRows: FilesOfRows[]; progress: Progress }

/**
 * Compares an inspected archive with the product as it is, rows and the content of files, and looks for files
 * without rows and rows without files.
 */
export async function compareBackup(manifest: Inspected, parts: Parts): Promise<Differences> {
  const client = new pg.Client({ connectionString: parts.databaseUrl, application_name: "kaksha-backup" })
  await client.connect()
  try {
    await client.query("begin isolation level repeatable read read only")
    await client.query(PLAIN_TEXT)
    parts.progress.part("Comparing tables", 0, manifest.tables.length)
    const tables = await compareRows(client, manifest.tables)
    const known = await readFilesOfRows(client, parts.filesOfRows)
    await client.query("commit")
    const changed = await findChanged(manifest, parts)
    return { tables, changed, ...(await compareFiles(parts.stores, known)) }
  } finally {
    await client.end()
  }
}

/** Returns the files whose content differs from the archive; missing ones are found by their rows. */
async function findChanged({ checksums, bytes }: Inspected, { stores, progress }: Parts): Promise<string[]> {
  const changed: string[] = []
  let done = 0
  for (const { name, store } of stores) {
    for await (const key of store.list("")) {
      const expected = checksums?.get(`files/${name}/${key}`)
      if (expected === undefined) continue
      progress.bytes("Comparing files", done, bytes)
      if ((await digestOf(await store.read(key))) !== expected) changed.push(`${name}/${key}`)
      done += (await store.size(key)) ?? 0
    }
  }
  return changed
}

/** The SHA-256 of a stream's bytes, in hex. */
export async function digestOf(content: Readable): Promise<string> {
  const hash = createHash("sha256")
  for await (const piece of content) hash.update(piece as Buffer)
  return hash.digest("hex")
}

/** Returns files that are missing, and those that no row refers to. */
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
