import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { eq } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { ensureBuild } from "#app/build.ts"
import { withRuntime } from "#app/commands/parts.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { WATCH_SHARES } from "#features/rooms/server/room.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { readEnvironment } from "#platform/env.ts"
import { HOUR, SECOND } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { freePort } from "#tests/free-port.ts"
import { startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { NOWHERE, writeEmptyClass } from "./empty-class.ts"
import { brokenInvariants } from "./invariants.ts"
import { makeMember } from "./member.ts"
import { startReplicated } from "./replica.ts"
import { cookieFor } from "./sessions.ts"

const STUDENTS = 40
const ABSENTEES = 20
const CLASSES = { joined: 8, left: 6 }
const LANES = 5
/** Acknowledged writes before the primary dies and after the replica took over. */
const WRITES = 120
const BEHIND_MS = 2 * SECOND
/** Until somebody, or what an academy has for it, promotes the replica. */
const AWAY_MS = 4 * SECOND
/** From the address that moved to the first write. */
const WRITES_WITHIN_MS = 5 * SECOND
/** A lease that the dead server granted, and a renewal. */
const LEASED_WITHIN_MS = 20 * SECOND

const projectRoot = resolve(import.meta.dirname, "../..")

type World = Awaited<ReturnType<typeof makeWorld>>
/** Something a person does once; it is tried until it is acknowledged. */
type Wish = { key: string; method: string; path: string; cookie: string; body: object; alreadyDone?: string }

/** A web process and a worker on a database with a replica, and a gateway for their texts. */
async function makeWorld(waits: boolean) {
  await ensureBuild(projectRoot, () => undefined)
  const database = await startReplicated({ waits })
  onTestFinished(() => database.stop())
  const gateway = await startMsg91Gateway()
  onTestFinished(() => gateway.close())
  const dataFolder = mkdtempSync(join(tmpdir(), "kaksha-promotion-"))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }))
  const variables = {
    ...process.env,
    ...NOWHERE,
    KAKSHA_DATA: dataFolder,
    DATABASE_URL: database.databaseUrl,
    SMS_PROVIDER: "msg91",
    SMS_MSG91_AUTH_KEY: gateway.authKey,
    SMS_MSG91_SENDER: "KAKSHA",
    SMS_MSG91_TEMPLATE_ABSENCE: "tpl-absence",
    SMS_MSG91_BASE_URL: gateway.url,
  }
  const web = makeMember("web", await freePort(), variables)
  const worker = makeMember("worker", await freePort(), variables)
  onTestFinished(async () => {
    await Promise.all([web.kill(), worker.kill()])
  })
  await Promise.all([web.start(), worker.start()])
  const call = { env: readEnvironment(variables), variables, projectRoot, args: [] }
  const people = await withRuntime(call, { url: database.databaseUrl, dataFolder }, (runtime) =>
    writeClasses(runtime.contextFor(null, runtime.log)),
  )
  return { database, gateway, web, worker, ...people }
}

/** Classes to join, to leave, to mark and to end. */
async function writeClasses(ctx: Ctx) {
  const teacher = await createInstructor(ctx)
  const students: { id: string; cookie: string }[] = []
  const signedIn: SignedIn[] = []
  for (let made = 0; made < STUDENTS; made += 1) {
    const student = await createStudent(ctx)
    signedIn.push(student)
    students.push({ id: student.user_id, cookie: await cookieFor(ctx, student) })
  }
  const now = Date.now()
  const write = async (at: number, seated: boolean, columns: object = {}) => {
    const starts_at = new Date(at)
    const row = await createClass(ctx, teacher, { starts_at, max_capacity: STUDENTS, ...columns })
    if (!seated) return row.id
    for (const student of signedIn) await seat(ctx, row.id, student)
    await ctx.db
      .update(scheduledClasses)
      .set({ seats_taken: STUDENTS })
      .where(eq(scheduledClasses.id, row.id))
    return row.id
  }
  const days = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => now + (from + n) * 24 * HOUR)
  const joined: string[] = []
  for (const at of days(CLASSES.joined, 1)) joined.push(await write(at, false))
  const left: string[] = []
  for (const at of days(CLASSES.left, 20)) left.push(await write(at, true))
  const live = await write(now, true, { status: "live", started_at: new Date(now) })
  const over = await writeEmptyClass(ctx, ABSENTEES)
  return {
    students,
    classes: { joined, left, live, over: over.classId },
    teacher: await cookieFor(ctx, teacher),
    endingTeacher: await cookieFor(ctx, over.instructor),
  }
}

/** Seats taken and given up, in turns, and marks of one register without end. */
function wishesOf({ students, classes, teacher }: World) {
  const seats = (ids: string[], kind: "join" | "leave"): Wish[] =>
    ids.flatMap((id) =>
      students.map((student) => ({
        key: `${kind} ${id} ${student.id}`,
        method: kind === "join" ? "POST" : "DELETE",
        path: `/api/v1/classes/${id}/enrolments`,
        cookie: student.cookie,
        body: {},
        ...(kind === "join" && { alreadyDone: "ALREADY_ENROLLED" }),
      })),
    )
  const [joins, leaves] = [seats(classes.joined, "join"), seats(classes.left, "leave")]
  let marks = 0
  return function next(lane: number, turn: number): Wish {
    const seatWish = (turn % 2 === 0 ? joins : leaves).shift() ?? joins.shift() ?? leaves.shift()
    if (lane > 0 && seatWish) return seatWish
    const student = students[marks % STUDENTS]
    const verdict = Math.floor(marks / STUDENTS) % 2 === 0 ? "present" : "absent"
    marks += 1
    const reason = `mark ${marks}`
    const path = `/api/v1/classes/${classes.live}/attendance/${student?.id}`
    return { key: reason, method: "PUT", path, cookie: teacher, body: { verdict, reason } }
  }
}

/** Writes all the time, as people do who press again until it works. */
function writeAllTheTime(world: World) {
  const next = wishesOf(world)
  const acknowledged: { key: string; at: number }[] = []
  const refusals = new Map<string, number>()
  let over = false

  async function insist({ key, method, path, cookie, body, alreadyDone }: Wish): Promise<void> {
    for (; !over; await delay(100)) {
      const headers = { cookie, "content-type": "application/json" }
      const asked = { method, headers, body: JSON.stringify(body) }
      const answer = await fetch(`http://127.0.0.1:${world.web.port}${path}`, asked).catch(() => null)
      const { code } = ((await answer?.json()) ?? {}) as { code?: string }
      if (answer?.ok || (code && code === alreadyDone))
        return void acknowledged.push({ key, at: performance.now() })
      const refusal = answer ? `${answer.status} ${code}` : "no answer"
      refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
    }
  }
  const lane = async (number: number) => {
    for (let turn = number; !over; turn += 1) {
      await insist(next(number, turn))
      await delay(20)
    }
  }
  const lanes = Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
  return {
    acknowledged,
    refusals,
    insist,
    async stop() {
      over = true
      await lanes
    },
  }
}

/** Follows a class as its instructor's page does. */
function followClass({ web, teacher, classes }: World) {
  const heard: { name: string; at: number }[] = []
  const end = new AbortController()
  onTestFinished(() => end.abort())
  const follow = async () => {
    const address = `http://127.0.0.1:${web.port}/api/v1/events?topics=class:${classes.live}`
    const { body } = await fetch(address, { headers: { cookie: teacher }, signal: end.signal })
    let text = ""
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      for (const [, name = ""] of text.matchAll(/"name":"([^"]+)".*\n\n/g))
        heard.push({ name, at: performance.now() })
      text = text.slice(text.lastIndexOf("\n\n") + 2)
    }
  }
  const broken = follow().catch((error: Error) => {
    if (!end.signal.aborted) throw error
  })
  return { heard, broken }
}

async function present({ database, classes }: World): Promise<(key: string) => boolean> {
  const seats = await database.replica.query<{ key: string }>(
    "select class_id || ' ' || student_id as key from class_enrollments",
  )
  const marks = await database.replica.query<{ reason: string }>(
    "select reason from attendance_corrections where class_id = $1",
    [classes.live],
  )
  const seated = new Set(seats.rows.map(({ key }) => key))
  const marked = new Set(marks.rows.map(({ reason }) => reason))
  return (key) => {
    if (key.startsWith("join ")) return seated.has(key.slice(5))
    if (key.startsWith("leave ")) return !seated.has(key.slice(6))
    return marked.has(key)
  }
}

async function countOf({ database }: World, query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.replica.query<{ count: number }>(
    `select count(*)::int as count from ${query}`,
    values,
  )
  return rows[0]?.count ?? 0
}

async function until(
  what: string,
  withinMs: number,
  isTrue: () => Promise<boolean> | boolean,
): Promise<number> {
  for (const end = performance.now() + withinMs; performance.now() < end; await delay(50)) {
    if (await isTrue()) return performance.now()
  }
  throw new Error(`${what} did not come about within ${withinMs / SECOND} s`)
}

type Found = Awaited<ReturnType<typeof failOver>>
type Loss = { waits: boolean; isBehind: boolean; addressFirst: boolean }

/** Has the primary die in the middle of writes and the replica take over. Returns what that cost. */
async function failOver({ waits, isBehind, addressFirst }: Loss) {
  const world = await makeWorld(waits)
  const { database, worker, classes } = world
  const { heard, broken } = followClass(world)
  const writing = writeAllTheTime(world)
  const { acknowledged } = writing
  await until("writes", 60 * SECOND, () => acknowledged.length >= WRITES)
  if (isBehind) database.between.silence()
  const end: Wish = {
    key: "end",
    method: "POST",
    path: `/api/v1/classes/${classes.over}/end`,
    cookie: world.endingTeacher,
    body: {},
    alreadyDone: "CLASS_NOT_LIVE",
  }
  const ending = writing.insist(end)
  await delay(isBehind ? BEHIND_MS : 300)
  database.killPrimary()
  const diedAt = performance.now()
  await delay(AWAY_MS)
  let restarting = Promise.resolve()
  if (addressFirst) {
    // As where a name or proxy follows before the replica takes writes, and a process starts meanwhile.
    database.moveAddress()
    await worker.kill()
    restarting = worker.start()
    // It may end before it is waited for.
    restarting.catch(() => undefined)
    await delay(AWAY_MS)
    await database.promote()
  } else {
    await database.promote()
    database.moveAddress()
  }
  const backAt = performance.now()
  await restarting
  const after = () => acknowledged.filter(({ at }) => at > backAt)
  await until("writes again", 60 * SECOND, () => after().length >= WRITES)
  const leased = `leases where starts_with(name, 'rooms:share:') and until > clock_timestamp()`
  const leasedAt = await until(
    "leases",
    60 * SECOND,
    async () => (await countOf(world, leased)) === WATCH_SHARES,
  )
  await ending
  const isOver = "scheduled_classes where id = $1 and status = 'completed'"
  const isEndLost = (await countOf(world, isOver, [classes.over])) === 0
  // The instructor finds the class live again.
  if (isEndLost) await writing.insist(end)
  await writing.stop()
  const isThere = await present(world)
  const seats = acknowledged.filter(({ key }) => key !== "end")
  const lost = seats.filter(({ key }) => !isThere(key))
  const acknowledgedBefore = seats.filter(({ at }) => at < diedAt)

  await until("the end of what jobs had begun", 240 * SECOND, async () => {
    const told = await countOf(world, "notices where cause_id = $1 and status in ('sent', 'unknown')", [
      classes.over,
    ])
    return told === ABSENTEES
  })
  const told = [...Map.groupBy(world.gateway.deliveries, ({ mobile }) => mobile).values()]
  await Promise.race([broken, delay(0)])
  const events = heard.filter(({ at }) => at > diedAt)
  const result = {
    refusals: [...writing.refusals.keys()],
    acknowledgedBefore: acknowledgedBefore.length,
    lost: lost.length + (isEndLost ? 1 : 0),
    lostAfter: lost.filter(({ at }) => at > backAt).length,
    firstWriteMs: (after()[0]?.at ?? Number.NaN) - backAt,
    firstEventMs:
      (events.find(({ name, at }) => at > backAt && name.startsWith("class."))?.at ?? Number.NaN) - backAt,
    resynced: events.some(({ name }) => name === "resync"),
    leasedMs: leasedAt - backAt,
    verdicts: await countOf(world, "attendance_verdicts where class_id = $1", [classes.over]),
    toldTwice: told.filter((messages) => messages.length > 1).length,
    toldOnce: told.filter((messages) => messages.length === 1).length,
    broken: await brokenInvariants(database.replica),
  }
  report({ waits, isBehind, addressFirst }, result)
  return result
}

function report({ waits, isBehind, addressFirst }: Loss, found: Found): void {
  const replica = waits
    ? "writes wait for the replica"
    : isBehind
      ? "a replica that is behind"
      : "a replica that keeps up"
  const seconds = (ms: number) => `${(ms / SECOND).toFixed(1)} s`
  const [write, event, leased] = [found.firstWriteMs, found.firstEventMs, found.leasedMs].map(seconds)
  process.stdout.write(
    `  ${replica}${addressFirst ? ", the address first" : ""}: ${found.lost} of ${found.acknowledgedBefore} acknowledged writes lost, ${found.toldTwice} of ${ABSENTEES} parents told twice; from then the first write after ${write}, the first live update after ${event}, all rooms watched after ${leased}\n`,
  )
}

const TIMEOUT = 600 * SECOND

/** What holds however much the replica knew. */
function expectRecovery(found: Found): void {
  expect(found.refusals).toEqual(["503 SERVICE_UNAVAILABLE"])
  expect(found.lostAfter).toBe(0)
  expect(found.firstWriteMs).toBeLessThan(WRITES_WITHIN_MS)
  expect(found.firstEventMs).toBeLessThan(WRITES_WITHIN_MS)
  expect(found.resynced).toBe(true)
  expect(found.leasedMs).toBeLessThan(LEASED_WITHIN_MS)
  expect(found.verdicts).toBe(ABSENTEES)
  expect(found.broken).toEqual([])
}

test("OPS-03 a primary killed amid writes loses nothing that was acknowledged where each waits for the replica, even for one that can't be reached, and all goes on once the replica is promoted and has the address", {
  timeout: TIMEOUT,
}, async () => {
  const found = await failOver({ waits: true, isBehind: true, addressFirst: false })
  expectRecovery(found)
  expect(found.lost).toBe(0)
  expect(found.toldTwice).toBe(0)
})

test("OPS-03 a replica that doesn't keep up costs what it didn't get, and nothing that was acknowledged after", {
  timeout: TIMEOUT,
}, async () => {
  const found = await failOver({ waits: false, isBehind: true, addressFirst: false })
  expectRecovery(found)
  expect(found.lost).toBeGreaterThan(0)
})

test("OPS-03 an address that leads to a replica before it is promoted gives clear refusals, and a process that starts meanwhile waits", {
  timeout: TIMEOUT,
}, async () => {
  const found = await failOver({ waits: false, isBehind: false, addressFirst: true })
  expectRecovery(found)
})
