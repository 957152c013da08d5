import { cpSync, existsSync } from "node:fs"
import { join, resolve } from "node:path"
import pg from "pg"
import { expect, inject, onTestFinished, test } from "vitest"
import { FILES_OF_ROWS } from "#app/stored-files.ts"
import { inspectArchive } from "#platform/backup/inspect.ts"
import { readFilesOfRows } from "#platform/backup/make.ts"
import { listMigrations, migrateDatabase, readMigration } from "#platform/database/migrate.ts"
import { diskStore } from "#platform/storage/disk.ts"
import { newId } from "#shared/ids.ts"
import { kaksha, makeTestFolder } from "./commands.ts"
import { fillTables } from "./fill-tables.ts"

const projectRoot = resolve(import.meta.dirname, "..")
const migrations = listMigrations(projectRoot)

const SEEDS = Number(process.env.FAULT_SEEDS ?? 1)
const NEWEST = migrations.slice(-8)
/** Every schema under `npm run test:faults`; otherwise the newest, and some before, which no release changes any more. */
const BACKED_UP = migrations.filter((one, at) => SEEDS > 1 || NEWEST.includes(one) || at % 8 === 1)
/** Upgraded and restored elsewhere are these, and in a long run all. */
const SAMPLE = new Set(["0009", "0025"])

/** What migrations changed on purpose: texts and a count made anew, a consent that became a row of its own. */
const CHANGED = new Set([
  "class_recordings.search_text",
  "notices.reason",
  "scheduled_classes.waiting",
  "students.voice_consent_at",
])

/** Tables whose rows a migration carried over into others before it dropped them. */
const CARRIED_OVER = new Set(["points_ledger"])

/** Tables of counts, which a migration made anew from what they count. */
const COUNTED_ANEW = new Set(["program_kinds"])

type Rows = Map<string, Record<string, unknown>[]>

/** Databases of a test, made of each other. */
function databases() {
  const made: string[] = []
  const address = (name: string) => {
    const url = new URL(inject("postgresTemplateUrl"))
    url.pathname = `/${name}`
    return url.href
  }
  async function administer(statement: string): Promise<void> {
    const admin = new pg.Client({ connectionString: inject("postgresAdminUrl") })
    await admin.connect()
    await admin.query(statement).finally(() => admin.end())
  }
  onTestFinished(async () => {
    for (const name of made) await administer(`drop database ${name} with (force)`)
  })
  return async (template?: string): Promise<{ name: string; url: string }> => {
    const name = `test_schema_${newId().slice(-8)}`
    await administer(`create database ${name} ${template ? `template ${template}` : ""} owner kaksha`)
    made.push(name)
    return { name, url: address(name) }
  }
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function readRows(url: string): Promise<Rows> {
  return onDatabase(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    const rows: Rows = new Map()
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from "${name}" t`,
      )
      rows.set(
        name,
        found.rows.map(({ row }) => row),
      )
    }
    return rows
  })
}

/** Each earlier row is there with all its values, whatever columns were added since. */
function expectKept(before: Rows, after: Rows): void {
  for (const [table, rows] of before) {
    if (CARRIED_OVER.has(table) || COUNTED_ANEW.has(table)) continue
    const there = after.get(table) ?? []
    for (const row of rows) {
      const same = there.some((other) =>
        Object.entries(row).every(
          ([name, value]) =>
            CHANGED.has(`${table}.${name}`) || JSON.stringify(other[name]) === JSON.stringify(value),
        ),
      )
      expect(same, `${table}: ${JSON.stringify(row)}`).toBe(true)
    }
  }
}

/** Writes a row into every table, and the files that they speak of. */
async function fill(url: string, folder: string): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query("begin")
    expect([...(await fillTables(client))]).toEqual([])
    await client.query("commit")
    const { must } = await readFilesOfRows(client, FILES_OF_ROWS)
    const store = diskStore(join(folder, "files"))
    for (const key of must) {
      const name = key.replace(/^kept\//, "")
      if ((await store.size(name)) === null) await store.put(name, Buffer.from(key), "text/plain")
    }
  })
}

test("OPS-03 schemas of every age are backed up, upgraded and restored with all their rows and files", async () => {
  const create = databases()
  const folder = makeTestFolder()
  // One database lives through all releases, and gets rows in every table under each that is backed up.
  const era = await create()
  for (const { tag, when } of BACKED_UP) {
    await migrateDatabase(era.url, projectRoot, when)
    await fill(era.url, folder)
    const archive = join(folder, `${tag}.tar`)
    const env = { DATABASE_URL: era.url, KAKSHA_DATA: folder }
    expect(await kaksha("backup", ["--to", archive], env), tag).toMatchObject({ code: 0, err: "" })
    expect((await inspectArchive(archive)).migration.tag).toBe(tag)
    if (SEEDS <= 6 && !SAMPLE.has(tag.slice(0, 4))) continue

    const before = await readRows(era.url)
    const upgraded = { ...(await create(era.name)), folder: makeTestFolder() }
    if (existsSync(join(folder, "files"))) {
      cpSync(join(folder, "files"), join(upgraded.folder, "files"), { recursive: true })
    }
    const there = { DATABASE_URL: upgraded.url, KAKSHA_DATA: upgraded.folder }
    expect(await kaksha("upgrade", [], there), tag).toMatchObject({ code: 0, err: "" })
    const restored = { ...(await create()), folder: makeTestFolder() }
    const elsewhere = { DATABASE_URL: restored.url, KAKSHA_DATA: restored.folder }
    expect(await kaksha("restore", [archive], elsewhere), tag).toMatchObject({ code: 0, err: "" })
    for (const { url } of [upgraded, restored]) {
      expect(await readMigration(url)).toBe(migrations.at(-1)?.when)
      expectKept(before, await readRows(url))
    }
  }
})

test("OPS-03 tables whose rows speak of files are tables of the newest schema", async () => {
  await onDatabase(inject("postgresTemplateUrl"), async (client) => {
    for (const { table } of FILES_OF_ROWS) {
      const there = await client.query("select to_regclass($1) as name", [`public.${table}`])
      expect(there.rows[0].name, table).not.toBeNull()
    }
  })
})
