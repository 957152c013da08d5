import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { UPLOADS_PATH } from "#app/http/uploads.ts"
import { migrateDatabase } from "#platform/database/migrate.ts"
import { createLog, type Log } from "#platform/log/log.ts"
import { openLogDestination } from "#platform/log/log-file.ts"
import { USUAL_PATIENCE } from "#platform/patience.ts"
import type { RunningPostgres } from "#platform/postgres/supervisor.ts"
import { openSpool, type Spool } from "#platform/storage/spool.ts"
import { newId } from "#shared/ids.ts"
import { createClass } from "./classes.ts"
import { makeTestFolder } from "./commands.ts"
import { createTestDatabase } from "./database.ts"
import { startHttpProduct } from "./http.ts"
import { createAdmin, createInstructor } from "./people.ts"
import { ask, projectRoot, start, startOwner } from "./postgres-process.ts"
import { openRelay } from "./relay.ts"
import { mountBreakingDisk, mountSmallDisk } from "./small-disk.ts"

vi.setConfig({ testTimeout: 60_000 })

/** A cluster with the schema takes 60 MB. */
const DATABASE_DISK_BYTES = 256 * 2 ** 20
/** Waits for the database a fifth as long as in use. */
const PATIENCE = Object.fromEntries(Object.entries(USUAL_PATIENCE).map(([name, ms]) => [name, ms / 5]))
const WITHIN_MS = 10_000 / 5

const FULL = [507, "STORAGE_FULL"]
const AWAY = [503, "SERVICE_UNAVAILABLE"]
const DONE = [200, undefined]

async function startDatabase(folder: string): Promise<RunningPostgres> {
  const server = await start(folder, {
    settings: { fsync: "off", max_wal_size: "32MB", min_wal_size: "32MB" },
  })
  await migrateDatabase(server.url, projectRoot)
  return server
}

/** The product on this database and spool, with an admin who imports and an instructor whose class is live. */
async function startOn(url: string, spool: Spool, log: Log = createLog("silent")) {
  const network = { reachDatabase: () => url, patience: PATIENCE as typeof USUAL_PATIENCE, spool }
  const product = await startHttpProduct({}, undefined, log, undefined, undefined, network)
  onTestFinished(() => product.close())
  const admin = await createAdmin(product.ctx)
  const instructor = await createInstructor(product.ctx)
  const now = new Date()
  const held = await createClass(product.ctx, instructor, { starts_at: now, started_at: now, status: "live" })
  const recordings = `/api/v1/classes/${held.id}/recordings`
  // Signed in while all is well, like a person who meets a failure in the middle of something.
  await Promise.all([product.cookieOf(admin), product.cookieOf(instructor)])

  async function told(asked: Promise<Response>) {
    const since = performance.now()
    const answer = await asked
    const text = await answer.text()
    expect(performance.now() - since).toBeLessThan(WITHIN_MS)
    const { code } = text.startsWith("{") ? (JSON.parse(text) as { code?: string }) : {}
    return [answer.status, code]
  }
  return {
    product,
    /** Imports so many students. Returns status and code. */
    import: (students: number, mark: string) => {
      const rows = Array.from({ length: students }, (_, n) => `${mark}${n}@academy.example,Ila,Bose`)
      const text = ["email,first_name,last_name", ...rows].join("\n")
      return told(product.call(admin, "POST", "/api/v1/admin/imports", { kind: "students", text }))
    },
    begin: (recording_id: string) =>
      told(product.call(instructor, "POST", recordings, { recording_id, mime_type: "video/webm" })),
    async send(recording_id: string, at: number, bytes: number) {
      const headers = {
        cookie: await product.cookieOf(instructor),
        ...{ "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" },
        "upload-offset": String(at),
      }
      const body = Buffer.alloc(bytes)
      if (at === 0) body.set([0x1a, 0x45, 0xdf, 0xa3])
      const answer = await fetch(`${product.address}${UPLOADS_PATH}/${recording_id}`, {
        method: "PATCH",
        headers,
        body,
      })
      await answer.body?.cancel()
      return answer.status
    },
    classes: () => told(product.call(instructor, "GET", "/api/v1/my/classes?scope=upcoming")),
  }
}

const countOf = async (server: { url: string }, table: string) =>
  ((await ask(server.url, `select count(*)::int as n from ${table}`)) as { n: number }).n

test("OPS-03 ADM-01 an import that finds no room, or no database, is refused in time, leaves nothing half-written, and works after", async ({
  skip,
}) => {
  const disk = mountSmallDisk(DATABASE_DISK_BYTES)
  if (!disk) return skip("no disk can be mounted here")
  onTestFinished(() => disk.close())
  const server = await startDatabase(disk.folder)
  const relay = await openRelay(server.port)
  onTestFinished(() => relay.close())
  const url = Object.assign(new URL(server.url), { port: String(relay.port) }).href
  const spool = openSpool(join(disk.folder, "spool"), UPLOADS_PATH, 0)
  const { import: write, begin } = await startOn(url, spool)
  expect(await write(2, "first")).toEqual(DONE)

  const before = await countOf(server, "users")
  disk.fill()
  expect(await write(500, "second")).toEqual(FULL)
  expect([await countOf(server, "users"), await countOf(server, "imports")]).toEqual([before, 1])
  disk.free()
  expect(await write(500, "second")).toEqual(DONE)
  expect([await countOf(server, "users"), await countOf(server, "imports")]).toEqual([before + 500, 2])

  const recording = newId()
  relay.silence()
  expect(await write(2, "third")).toEqual(AWAY)
  expect(await begin(recording)).toEqual(AWAY)
  relay.mend()
  await expect.poll(() => write(2, "third"), { timeout: WITHIN_MS }).toEqual(DONE)
  expect(await begin(recording)).toEqual(DONE)
  expect([await countOf(server, "imports"), await countOf(server, "class_recordings")]).toEqual([3, 1])
})

test("OPS-03 REC-01 a database, a spool and a log whose disk can only be read any more end no process and are told, and what was acknowledged is there with the disk", async ({
  skip,
}) => {
  const disks = [DATABASE_DISK_BYTES, 2 ** 25, 2 ** 23].map(mountBreakingDisk)
  onTestFinished(() => {
    for (const disk of disks) disk?.close()
  })
  const [own, uploads, logs] = disks
  if (!own || !uploads || !logs) return skip("no disk can be mounted here")
  const server = await startOwner(own.folder, null)
  await migrateDatabase(server.url, projectRoot)
  const destination = openLogDestination(join(logs.folder, "kaksha.log"))
  const {
    product,
    begin,
    send,
    classes,
    import: write,
  } = await startOn(
    server.url,
    openSpool(join(uploads.folder, "spool"), UPLOADS_PATH, 0),
    createLog("info", destination),
  )
  const [running, late] = [newId(), newId()]
  expect(await begin(running)).toEqual(DONE)
  expect(await send(running, 0, 10_000)).toBe(204)

  uploads.breakDown()
  expect(await send(running, 10_000, 10_000)).toBe(503)
  expect(await begin(late)).toEqual(AWAY)
  expect(await classes()).toEqual(DONE)
  uploads.mend()
  expect(await send(running, 10_000, 10_000)).toBe(204)
  expect(await begin(late)).toEqual(DONE)

  logs.breakDown()
  product.ctx.log.info({}, "a line that finds no place")
  await expect.poll(() => destination.state().failing).toBe("EROFS")
  expect(await classes()).toEqual(DONE)

  expect(await write(2, "early")).toEqual(DONE)
  const before = await countOf(server, "users")
  own.breakDown()
  expect(await write(500, "late")).toEqual(AWAY)
  // PostgreSQL keeps trying on a broken disk: it comes back with the next start, whatever locks it left.
  await server.stop()
  own.mend()
  const again = await start(own.folder, { settings: { fsync: "off" } })
  expect([await countOf(again, "users"), await countOf(again, "imports")]).toEqual([before, 1])
  await ask(again.url, "create table written as select 1")
})

/** Runs a command of the product as a process of its own. */
function spawnCommand(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ["src/app/cli.ts", ...args], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let complaints = ""
  child.stderr.on("data", (piece: Buffer) => {
    complaints += piece
  })
  return once(child, "exit").then(([code]) => ({
    code: code as number | null,
    complaints: complaints.trim(),
  }))
}

test("OPS-02 a start on a folder that can only be read says so in one sentence and ends", async ({
  skip,
}) => {
  const disk = mountBreakingDisk(2 ** 23)
  if (!disk) return skip("no disk can be mounted here")
  onTestFinished(() => disk.close())
  const KAKSHA_DATA = join(disk.folder, "data")
  mkdirSync(KAKSHA_DATA, { mode: 0o755 })
  disk.breakDown()
  expect(await spawnCommand(["start"], { KAKSHA_DATA, PORT: "0" })).toEqual({
    code: 1,
    complaints: `The data folder ${KAKSHA_DATA} is on a disk that can only be read. Mount it for writing, or set KAKSHA_DATA to another folder.`,
  })
})

test("OPS-02 a command that loses its database in the middle says so in one sentence and ends", async () => {
  const database = await createTestDatabase()
  const relay = await openRelay(Number(new URL(database.url).port))
  const holder = await database.pool.connect()
  onTestFinished(async () => {
    holder.release(true)
    await relay.close()
    await database.drop()
  })
  await holder.query("begin; lock table programs in access exclusive mode")
  const DATABASE_URL = Object.assign(new URL(database.url), { port: String(relay.port) }).href
  const command = spawnCommand(["seed"], { DATABASE_URL, KAKSHA_DATA: makeTestFolder() })
  const waiting = "select from pg_locks where not granted and relation = 'programs'::regclass"
  await expect
    .poll(async () => (await holder.query(waiting)).rowCount, { timeout: 60_000 })
    .toBeGreaterThan(0)
  await relay.close()
  const { code, complaints } = await command
  expect(code).toBe(1)
  expect(complaints).toMatch(
    /^The database doesn't answer any more \([^\n]+\)\. Run the command again once it does\.$/,
  )
})
