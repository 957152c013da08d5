import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { ensureBuild } from "#app/build.ts"
import { withRuntime } from "#app/commands/parts.ts"
import { OWN_CONNECTIONS, POOL } from "#app/runtime.ts"
import { WATCH_SHARES } from "#features/rooms/server/room.ts"
import type { Ctx } from "#platform/context.ts"
import { listMigrations } from "#platform/database/migrate.ts"
import { readEnvironment } from "#platform/env.ts"
import { startPostgres } from "#platform/postgres/supervisor.ts"
import { HOUR, SECOND } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import { freePort } from "#tests/free-port.ts"
import { startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { whenTrue } from "./alone.ts"
import { NOWHERE, writeEmptyClass } from "./empty-class.ts"
import { brokenInvariants } from "./invariants.ts"
import { type Member, makeMember } from "./member.ts"
import { cookieFor } from "./sessions.ts"

const WEBS = 5
const WORKERS = 3
const CLASSES = 6
const ABSENTEES = 20
const STREAMS_EACH = 2
/** Until what one process changed is in all the others, on a machine that is busy with more. */
const EVERYWHERE_WITHIN_MS = 5 * SECOND
/** What stays free for commands, and for a process that takes another's place. */
const SPARE = 25
const NAME = "Vidya of many rooms"

const projectRoot = resolve(import.meta.dirname, "../..")

type World = Awaited<ReturnType<typeof makeWorld>>

/** Eight processes that are started at once on a database in which there is nothing yet. */
async function makeWorld() {
  await ensureBuild(projectRoot, () => undefined)
  const folder = mkdtempSync(join(tmpdir(), "kaksha-many-"))
  // PostgreSQL's account enters it.
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const log = { info() {}, warn() {}, error: console.error }
  const most = (WEBS + WORKERS) * (POOL + OWN_CONNECTIONS)
  const settings = { max_connections: String(most + SPARE) }
  const dataDir = join(folder, "database")
  const postgres = await startPostgres({ dataDir, projectRoot, log, report() {}, settings })
  onTestFinished(() => postgres.kill())
  const gateway = await startMsg91Gateway()
  onTestFinished(() => gateway.close())
  const dataFolder = join(folder, "data")
  const variables = {
    ...process.env,
    ...NOWHERE,
    KAKSHA_DATA: dataFolder,
    DATABASE_URL: postgres.url,
    ADMINS_NEED_TWO_STEP: "false",
    SMS_PROVIDER: "msg91",
    SMS_MSG91_AUTH_KEY: gateway.authKey,
    SMS_MSG91_SENDER: "KAKSHA",
    SMS_MSG91_TEMPLATE_ABSENCE: "tpl-absence",
    SMS_MSG91_BASE_URL: gateway.url,
  }
  const make = async (count: number, role: Member["role"]) => {
    const made: Member[] = []
    for (let n = 0; n < count; n += 1) made.push(makeMember(role, await freePort(), variables))
    return made
  }
  const [webs, workers] = [await make(WEBS, "web"), await make(WORKERS, "worker")]
  const members = [...webs, ...workers]
  onTestFinished(async () => {
    await Promise.all(members.map((member) => member.stop()))
  })
  const startedAt = performance.now()
  await Promise.all(members.map((member) => member.start()))
  const startMs = performance.now() - startedAt
  const pool = new pg.Pool({ connectionString: postgres.url, max: 3, application_name: "counting" })
  onTestFinished(() => pool.end())
  const call = { env: readEnvironment(variables), variables, projectRoot, args: [] }
  const people = await withRuntime(call, { url: postgres.url, dataFolder }, (runtime) =>
    writePeople(runtime.contextFor(null, runtime.log)),
  )
  return { pool, gateway, webs, workers, startMs, most, ...people }
}

async function writePeople(ctx: Ctx) {
  const ended: { classId: string; cookie: string }[] = []
  for (let n = 0; n < CLASSES; n += 1) {
    const { classId, instructor } = await writeEmptyClass(ctx, ABSENTEES, n * ABSENTEES)
    ended.push({ classId, cookie: await cookieFor(ctx, instructor) })
  }
  const starts_at = new Date(Date.now() + 24 * HOUR)
  const { id: open } = await createClass(ctx, await createInstructor(ctx), { starts_at, max_capacity: 100 })
  const students: string[] = []
  for (let n = 0; n < 30; n += 1) students.push(await cookieFor(ctx, await createStudent(ctx)))
  return { ended, open, students, admin: await cookieFor(ctx, await createAdmin(ctx)) }
}

async function count({ pool }: Pick<World, "pool">, what: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${what}`)
  return rows[0]?.count ?? 0
}

const at = ({ port }: Member, path: string) => `http://127.0.0.1:${port}${path}`

function send(
  member: Member,
  method: string,
  path: string,
  cookie: string,
  body: object = {},
): Promise<Response> {
  const headers = { cookie, "content-type": "application/json" }
  return fetch(at(member, path), { method, headers, body: JSON.stringify(body) })
}

/** What was done about an empty database was done once, by whichever process came first. */
async function expectOneStart(world: World): Promise<void> {
  const applied = await count(world, "drizzle.__drizzle_migrations")
  expect(applied).toBe(listMigrations(projectRoot).length)
  expect(await count(world, "programs")).toBe(47)
  const { rows } = await world.pool.query(
    "select deadlocks::int from pg_stat_database where datname = current_database()",
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
}

/** Each class is ended twice at the same moment, by two of the processes. */
async function endAll({ webs, ended }: World): Promise<void> {
  const answers = await Promise.all(
    ended.flatMap(({ classId, cookie }, n) =>
      [webs[n % WEBS], webs[(n + 1) % WEBS]].map((web) =>
        send(web as Member, "POST", `/api/v1/classes/${classId}/end`, cookie),
      ),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(CLASSES)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
}

/** Follows a class; `heard` resolves with the moment when it hears that a seat was taken. */
async function follow(member: Member, id: string, signal: AbortSignal): Promise<{ heard: Promise<number> }> {
  const { body, status } = await fetch(at(member, `/api/v1/events?topics=class:${id}`), { signal })
  if (status !== 200 || !body) throw new Error(`following returns ${status}`)
  const first = async () => {
    let text = ""
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (text.includes('"class.seats"')) return performance.now()
    }
    throw new Error("the stream ended")
  }
  return { heard: first() }
}

test("OPS-02 OPS-06 eight processes that start at once on an empty database work as one: each job once, each change everywhere, within the connections that are promised", {
  timeout: 600 * SECOND,
}, async () => {
  const world = await makeWorld()
  const { pool, gateway, webs, open, students, admin, most } = world
  await expectOneStart(world)

  await whenTrue("shared rooms", async () => {
    const { rows } = await pool.query<{ shares: number }>(
      `select count(*)::int as shares from leases where starts_with(name, 'rooms:share:') and until > clock_timestamp()
       group by holder order by 1`,
    )
    const even = rows.every(({ shares }) => shares <= Math.ceil(WATCH_SHARES / WORKERS))
    return (
      rows.length === WORKERS && even && rows.reduce((sum, { shares }) => sum + shares, 0) === WATCH_SHARES
    )
  })

  await endAll(world)
  await whenTrue(
    "all notices",
    async () =>
      (await count(world, "notices where kind = 'absence' and status = 'sent'")) === CLASSES * ABSENTEES,
  )
  await delay(2 * SECOND)
  const told = Map.groupBy(gateway.deliveries, ({ mobile }) => mobile)
  expect([told.size, gateway.deliveries.length]).toEqual([CLASSES * ABSENTEES, CLASSES * ABSENTEES])
  // Rooms can't be closed where there is no video server, and are tried again.
  const again = "pgboss.job where (retry_count > 0 or state = 'failed') and name not like 'rooms.%'"
  expect(await count(world, again)).toBe(0)

  const saved = await send(webs[0] as Member, "PATCH", "/api/v1/admin/settings", admin, {
    values: { academy_name: NAME },
  })
  expect(saved.status).toBe(200)
  const savedAt = performance.now()
  const settled = await Promise.all(
    webs.map((web) =>
      whenTrue("the new name", async () => (await (await fetch(at(web, "/"))).text()).includes(NAME)),
    ),
  )
  const settingMs = Math.max(...settled) - savedAt
  expect(settingMs).toBeLessThan(EVERYWHERE_WITHIN_MS)

  const leaving = new AbortController()
  const followers = await Promise.all(
    webs.flatMap((web) => Array.from({ length: STREAMS_EACH }, () => follow(web, open, leaving.signal))),
  )
  const takenAt = performance.now()
  expect(
    (await send(webs[0] as Member, "POST", `/api/v1/classes/${open}/enrolments`, students[0] ?? "")).status,
  ).toBe(200)
  const eventMs = Math.max(...(await Promise.all(followers.map(({ heard }) => heard)))) - takenAt
  leaving.abort()
  expect(eventMs).toBeLessThan(EVERYWHERE_WITHIN_MS)

  // Everybody waits for one row, so that each pool is as full as it can be.
  const holder = await pool.connect()
  await holder.query("begin")
  await holder.query("select 1 from scheduled_classes where id = $1 for update", [open])
  const waiting = webs.flatMap((web) =>
    students.slice(1).map((cookie) => send(web, "POST", `/api/v1/classes/${open}/enrolments`, cookie)),
  )
  const ours = "pg_stat_activity where datname = current_database() and application_name like 'kaksha%'"
  await whenTrue(
    "full pools",
    async () => (await count(world, `${ours} and application_name = 'kaksha'`)) >= WEBS * POOL,
  )
  const open_connections = await count(world, ours)
  await holder.query("rollback")
  holder.release()
  const statuses = new Set((await Promise.all(waiting)).map(({ status }) => status))
  expect(
    [...statuses].every((status) => [200, 409].includes(status)),
    String([...statuses]),
  ).toBe(true)
  expect(await count(world, `class_enrollments where class_id = '${open}'`)).toBe(students.length)
  expect(open_connections).toBeLessThanOrEqual(most)
  expect(await brokenInvariants(pool)).toEqual([])
  process.stdout.write(
    `  ready after ${Math.round(world.startMs / SECOND)} s; ${gateway.deliveries.length} texts, each once; a setting is everywhere after ${Math.round(settingMs)} ms, an event after ${Math.round(eventMs)} ms; ${open_connections} of at most ${most} connections\n`,
  )
})
