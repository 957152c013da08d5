import pg from "pg"

/** A restore that has begun and not ended. */
export type UnfinishedRestore = {
  /** Which archive is being restored: the SHA-256 of its manifest. */
  archive: string
  /** When that backup was made. */
  made_at: string
  /** Where the archive was. */
  path: string
}

/** An earlier restore was interrupted; the message says how to finish it. */
export class RestoreUnfinished extends Error {
  override name = "RestoreUnfinished"
}

// A schema of its own outlives the emptying of the others.
const TABLE = "kaksha_restore.unfinished"

/** Notes in the database that a restore has begun, replacing any earlier note. */
export async function noteUnfinished(client: pg.ClientBase, restore: UnfinishedRestore): Promise<void> {
  await client.query("create schema if not exists kaksha_restore")
  await client.query(
    `create table if not exists ${TABLE} (archive text not null, made_at text not null, path text not null)`,
  )
  await client.query(`delete from ${TABLE}`)
  const { archive, made_at, path } = restore
  await client.query(`insert into ${TABLE} values ($1, $2, $3)`, [archive, made_at, path])
}

export async function noteFinished(client: pg.ClientBase): Promise<void> {
  await client.query("drop schema if exists kaksha_restore cascade")
}

/** The restore that was cut off in this database, or null. */
export async function readUnfinished(url: string): Promise<UnfinishedRestore | null> {
  const client = new pg.Client({ connectionString: url, application_name: "kaksha-restore" })
  await client.connect()
  try {
    const there = await client.query(`select 1 where to_regclass('${TABLE}') is not null`)
    if (there.rowCount === 0) return null
    return (
      (await client.query<UnfinishedRestore>(`select archive, made_at, path from ${TABLE}`)).rows[0] ?? null
    )
  } finally {
    await client.end()
  }
}

/** Throws RestoreUnfinished where a restore was cut off: rows, files and keys may belong to different states. */
export async function refuseUnfinished(url: string): Promise<void> {
  const found = await readUnfinished(url)
  if (found === null) return
  throw new RestoreUnfinished(
    `A restore of the backup of ${found.made_at} was cut off here. Finish it with\n  npm run kaksha -- restore ${found.path}\nor start over from any backup by adding --replace.`,
  )
}
