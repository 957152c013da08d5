import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import pg from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import { ensureBuild } from "#app/build.ts"
import { withRuntime } from "#app/commands/parts.ts"
import { confirmImport } from "#features/admin/server/imports.ts"
import { undoImport } from "#features/admin/server/undo-import.ts"
import { listOpenNotices } from "#features/attendance/server/notices/open-notices.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { readEnvironment } from "#platform/env.ts"
import { SECOND } from "#shared/time.ts"
import { createTestDatabase } from "#tests/database.ts"
import { freePort } from "#tests/free-port.ts"
import { type Msg91Gateway, startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { createAdmin } from "#tests/people.ts"
import { NOWHERE, writeEmptyClass } from "./empty-class.ts"
import { brokenInvariants } from "./invariants.ts"
import { makeMember } from "./member.ts"

const ABSENTEES = 100
const projectRoot = resolve(import.meta.dirname, "../..")

/** A worker process as it runs beside those of the web, a gateway for its texts, and the end of a class to work off. */
async function makeWorld() {
  await ensureBuild(projectRoot, () => undefined)
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const gateway = await startMsg91Gateway()
  onTestFinished(() => gateway.close())
  const dataFolder = mkdtempSync(join(tmpdir(), "kaksha-worker-"))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }))
  const variables = {
    ...process.env,
    ...NOWHERE,
    KAKSHA_DATA: dataFolder,
    DATABASE_URL: database.url,
    SMS_PROVIDER: "msg91",
    SMS_MSG91_AUTH_KEY: gateway.authKey,
    SMS_MSG91_SENDER: "KAKSHA",
    SMS_MSG91_TEMPLATE_ABSENCE: "tpl-absence",
    SMS_MSG91_BASE_URL: gateway.url,
  }
  const worker = makeMember("worker", await freePort(), variables)
  onTestFinished(() => worker.kill())
  const call = { env: readEnvironment(variables), variables, projectRoot, args: [] }
  const inProduct = <T>(work: Parameters<typeof withRuntime<T>>[2]) =>
    withRuntime(call, { url: database.url, dataFolder }, work)
  const { classId, instructor } = await inProduct((runtime) =>
    writeEmptyClass(runtime.contextFor(null, runtime.log), ABSENTEES),
  )
  return { database, gateway, worker, inProduct, classId, instructor }
}

const SENT = "notices where kind = 'absence' and status = 'sent'"

type World = Awaited<ReturnType<typeof makeWorld>>

/**
 * Keeps the rows that the statement locks until `release`, so that a worker that needs them stops right
 * there.
 */
async function hold({ database }: World, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: database.url, application_name: "holder" })
  // A test that failed ends its database under it.
  client.on("error", () => {})
  await client.connect()
  await client.query("begin")
  await client.query(statement, values)
  return async () => {
    await client.query("rollback")
    await client.end()
  }
}

/** Resolves once a worker waits for a lock. */
async function untilItWaits({ database }: World): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and application_name like 'kaksha%'`,
      )
      expect(rowCount).toBeGreaterThan(0)
    },
    { timeout: 150 * SECOND, interval: 50 },
  )
}

/** Starts a worker and kills it, however far its start is, once `moment` has come. */
async function killOnce({ worker }: World, moment: Promise<unknown>): Promise<void> {
  const starting = worker.start().catch(() => {})
  await moment
  await worker.kill()
  await starting
}

/** Starts a worker, kills it once it waits for what the statement locks, and gives that back when the dead is gone. */
async function killWhereItNeeds(world: World, statement: string, values: unknown[] = []): Promise<void> {
  const release = await hold(world, statement, values)
  await killOnce(world, untilItWaits(world))
  await release()
  await untilItIsGone(world)
}

async function untilItIsGone({ database }: World): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name like 'kaksha%'`,
      )
      expect(rowCount).toBe(0)
    },
    { timeout: 30 * SECOND, interval: 50 },
  )
}

async function countOf({ database }: World, query: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${query}`)
  return rows[0]?.count ?? 0
}

/**
 * Starts a worker and kills it at a moment of its sending: `atGateway` gets the first message and decides
 * what happens to it and those beside it, and `until` resolves when the worker is to be killed. The locks in
 * `held` are released then: a database session that waits for a lock outlives its process.
 */
async function killWhileSending(
  world: World,
  atGateway: (message: { reference: string; mobile: string }) => Promise<"accept" | "hang" | "never">,
  until: () => Promise<unknown> = async () => {},
  held: Promise<() => Promise<void>>[] = [],
): Promise<void> {
  const first = Promise.withResolvers<void>()
  world.gateway.behave(async (message) => {
    const mood = await atGateway(message)
    first.resolve()
    // Cut off before the gateway looked at it.
    return mood === "never" ? new Promise(() => {}) : mood
  })
  await killOnce(world, first.promise.then(until))
  for (const release of held) await (await release)()
  await untilItIsGone(world)
}

function timesTold({ deliveries }: Msg91Gateway): Map<string, number> {
  const told = Map.groupBy(deliveries, ({ mobile }) => `+${mobile}`)
  return new Map([...told].map(([phone, messages]) => [phone, messages.length]))
}

test("ATT-02 a worker process that is killed at each step of class end tells no parent twice, and every notice ends sent, failed or unknown", {
  timeout: 900_000,
}, async () => {
  const world = await makeWorld()
  await world.inProduct(async (runtime) => {
    const ctx = runtime.contextFor(null, runtime.log)
    await completeClass(ctx, world.classId, ctx.clock.now())
  })

  // Before it read the class, and after it wrote the verdicts but not the notices: nothing is half there.
  await killWhereItNeeds(world, "select 1 from scheduled_classes where id = $1 for update", [world.classId])
  await killWhereItNeeds(world, "lock table notices in share mode")
  expect(await countOf(world, "attendance_verdicts")).toBe(0)
  expect(await countOf(world, "notices where kind = 'absence'")).toBe(0)

  // While the provider has the message but didn't look at it, and while it delivered it and is silent.
  await killWhileSending(world, async () => "never")
  expect(await countOf(world, "attendance_verdicts")).toBe(ABSENTEES)
  expect(await countOf(world, "notices where kind = 'absence'")).toBe(ABSENTEES)
  const neverLookedAt = await countOf(world, "notices where kind = 'absence' and status = 'sending'")
  expect(neverLookedAt).toBeGreaterThan(0)
  expect(world.gateway.deliveries).toEqual([])
  await killWhileSending(world, async () => "hang")
  const silent = world.gateway.deliveries.length
  expect(silent).toBeGreaterThan(0)

  // After the provider's response and before it is written down.
  const rows: ReturnType<typeof hold>[] = []
  await killWhileSending(
    world,
    async ({ reference }) => {
      const row = hold(world, "select 1 from notices where id = $1 for update", [reference])
      rows.push(row)
      await row
      return "accept"
    },
    () => untilItWaits(world),
    rows,
  )
  expect(world.gateway.deliveries.length).toBeGreaterThan(silent)
  const inBetween = await countOf(world, "notices where kind = 'absence' and status = 'sending'")
  expect(inBetween).toBeGreaterThan(neverLookedAt + silent - 1)
  expect(await countOf(world, SENT)).toBe(0)

  // After all was written down, and before the job counts as done: it will be done once more.
  const jobs: ReturnType<typeof hold>[] = []
  await killWhileSending(
    world,
    async () => {
      jobs[0] ??= hold(world, "select 1 from pgboss.job where state = 'active' for update")
      await jobs[0]
      return "accept"
    },
    // The worker waits for these rows with its signs of life, too, so that waiting alone doesn't tell where it is.
    async () => {
      await vi.waitFor(async () => expect(await countOf(world, SENT)).toBeGreaterThan(0), {
        timeout: 150 * SECOND,
        interval: 50,
      })
      await untilItWaits(world)
    },
    jobs,
  )
  expect(await countOf(world, SENT)).toBeGreaterThan(0)
  // Those beside it were cut off on their way, too. Nobody learns more of any of these than that they may have left.
  const lost = await countOf(world, "notices where kind = 'absence' and status in ('sending', 'unknown')")
  expect(lost).toBeGreaterThanOrEqual(inBetween)

  // The next worker is left alone.
  world.gateway.behave("accept")
  await world.worker.start()
  await vi.waitFor(
    async () => {
      expect(await countOf(world, "notices where kind = 'absence' and status in ('queued', 'sending')")).toBe(
        0,
      )
      expect(
        await countOf(world, "pgboss.job where state in ('active', 'retry') and name like '%.send'"),
      ).toBe(0)
    },
    { timeout: 400 * SECOND, interval: 500 },
  )
  await world.worker.stop()

  const { rows: settled } = await world.database.pool.query<{ recipient: string; status: string }>(
    "select recipient, status from notices where kind = 'absence'",
  )
  const told = timesTold(world.gateway)
  expect(settled).toHaveLength(ABSENTEES)
  expect(Math.max(...told.values())).toBe(1)
  for (const { recipient, status } of settled) {
    expect(["sent", "unknown"]).toContain(status)
    if (status === "sent") expect(told.get(recipient)).toBe(1)
  }
  const unknown = settled.filter(({ status }) => status === "unknown")
  expect(unknown).toHaveLength(lost)
  const listed = await world.inProduct((runtime) =>
    listOpenNotices({ ...runtime.contextFor(null, runtime.log), viewer: world.instructor }, { limit: 100 }),
  )
  expect(listed.items).toHaveLength(unknown.length)
  expect(await brokenInvariants(world.database.pool)).toEqual([])
  process.stdout.write(
    `  6 workers killed: ${settled.length - unknown.length} notices sent, ${unknown.length} unknown and listed, nobody told twice\n`,
  )
})

test("ADM-01 a worker process that is killed amid undoing an import is followed by one that goes on, and nothing is left over", {
  timeout: 400_000,
}, async () => {
  const world = await makeWorld()
  const rows = Array.from(
    { length: 120 },
    (_, n) =>
      `player${n}@family.example,Player,Number ${n},12/04/2016,Lata,+91900000${String(n).padStart(4, "0")}`,
  )
  const text = ["email,first_name,last_name,date_of_birth,parent_name,parent_phone", ...rows].join("\n")
  const importId = await world.inProduct(async (runtime) => {
    const ctx = runtime.contextFor(null, runtime.log)
    const office = { ...ctx, viewer: await createAdmin(ctx) }
    const { import_id } = await confirmImport(office, { kind: "students", text })
    await undoImport(office, import_id ?? "")
    return import_id ?? ""
  })
  const students = "users where email like 'player%@family.example'"
  const before = await countOf(world, students)
  expect(before).toBe(120)

  await killWhereItNeeds(world, "select 1 from users where email = 'player60@family.example' for update")
  expect(await countOf(world, students)).toBe(70)
  expect(
    await countOf(world, `imports where id = '${importId}' and undo_done = 50 and undone_at is null`),
  ).toBe(1)
  await world.worker.start()
  await vi.waitFor(
    async () =>
      expect(await countOf(world, `imports where undone_at is not null and undo_done = 120`)).toBe(1),
    { timeout: 120 * SECOND, interval: 250 },
  )
  await world.worker.stop()
  expect(await countOf(world, students)).toBe(0)
  expect(await countOf(world, "audit_log where action = 'import.undo'")).toBe(1)
  expect(await brokenInvariants(world.database.pool)).toEqual([])
})
