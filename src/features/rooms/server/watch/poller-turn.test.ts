import { setTimeout as delay } from "node:timers/promises"
import { eq, inArray } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { leases } from "#platform/leases/leases.ts"
import { newId } from "#shared/ids.ts"
import { SECOND } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { type LivekitStandIn, type StandInPerson, startLivekitStandIn } from "#tests/gateways/livekit.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { startWatching, type WatchingProcess } from "#tests/watching.ts"
import { classRooms, presenceEvents, roomOutages } from "../table.ts"
import { writeClass, writeSeat } from "../test-room.ts"

/** Half of the product's times. */
const TIMES = { everyMs: 2 * SECOND, leaseMs: 5 * SECOND }
/** When a lease ended and that was noticed, and the look after it. */
const TAKEN_OVER_MS = 5 * SECOND + 1.5 * SECOND + 2 * SECOND
/** A tenth of what two processes have to watch. */
const ROOMS = 100

let world: TestContext
let standIn: LivekitStandIn
let student: SignedIn
let classIds: string[]
let running: WatchingProcess[] = []

beforeAll(async () => {
  world = await createTestContext()
  standIn = await startLivekitStandIn()
  student = await createStudent(world.ctx)
})

afterEach(async () => {
  await Promise.all(running.map((one) => one.kill()))
  running = []
  await world.ctx.db.delete(leases)
  await world.ctx.db.update(scheduledClasses).set({ status: "completed" })
})

afterAll(async () => {
  await standIn.stop()
  await world.close()
})

async function start(key: string): Promise<WatchingProcess> {
  const process = await startWatching(world, standIn, { key, ...TIMES })
  running.push(process)
  return process
}

function person(user: SignedIn, moderates = false): StandInPerson {
  return { identity: `${user.user_id}:device-1`, sid: `PA_${newId()}`, moderates }
}

/** Live classes with their instructor and a student in the room, who has a seat in each. */
async function fillRooms(count: number): Promise<void> {
  classIds = []
  for (let n = 0; n < count; n += 1) {
    const instructor = await createInstructor(world.ctx)
    const id = await writeClass(world.ctx, instructor, { started_at: new Date() })
    await writeSeat(world.ctx, id, student)
    await standIn.fill([[id, [person(instructor, true), person(student)]]])
    classIds.push(id)
  }
}

/** Waits until each room is looked into, by as many processes as there are. */
async function settle(processes: number): Promise<void> {
  await vi.waitFor(async () => {
    await standIn.count()
    await delay(3 * SECOND)
    const { looks } = await standIn.count()
    expect(classIds.every((id) => (looks[id]?.count ?? 0) > 0)).toBe(true)
    expect(new Set(classIds.flatMap((id) => looks[id]?.askers ?? [])).size).toBe(processes)
    expect(classIds.every((id) => looks[id]?.askers.length === 1)).toBe(true)
  }, 60_000)
}

test("OPS-06 two processes share the rooms: each is watched by one of them, on time, with one question a look and nothing written", async () => {
  await fillRooms(ROOMS)
  await Promise.all([start("one"), start("two")])
  await settle(2)
  const before = await readRows()
  await standIn.count()
  const versions = new Map(classIds.map((id) => [id, new Set<string>()]))
  for (let second = 0; second < 9; second += 0.5) {
    const { rooms } = await readRows()
    for (const [id, version] of rooms) versions.get(id)?.add(version)
    await delay(SECOND / 2)
  }
  const { looks, calls } = await standIn.count()
  const byKey = Map.groupBy(classIds, (id) => looks[id]?.askers.join())
  expect([...byKey.keys()].sort()).toEqual(["one", "two"])
  for (const ids of byKey.values()) expect(ids.length).toBeGreaterThan(ROOMS / 4)
  for (const id of classIds) expect(looks[id]?.longestMs, id).toBeLessThan(4 * SECOND)
  expect(calls).toEqual({ ListParticipants: expect.any(Number) })
  expect(calls.ListParticipants).toBeGreaterThanOrEqual(ROOMS * 3)
  expect(calls.ListParticipants).toBeLessThanOrEqual(ROOMS * 7)
  expect((await readRows()).presence).toBe(before.presence)
  // Once in ten seconds it is noted that a room was looked into.
  for (const [id, seen] of versions) expect(seen.size, id).toBeLessThanOrEqual(2)
}, 180_000)

/** How many observations there are, and each room's row as of its last write. */
async function readRows(): Promise<{ presence: number; rooms: Map<string, string> }> {
  const { rows } = await world.ctx.db.execute<{ id: string; version: string }>(
    "select class_id as id, xmin::text as version from class_rooms",
  )
  const presence = await world.ctx.db.$count(presenceEvents)
  return { presence, rooms: new Map(rows.map(({ id, version }) => [id, version])) }
}

test("OPS-06 the rooms of a killed process are taken over when its lease ends, without an outage; those of one that stops at once", async () => {
  await fillRooms(ROOMS)
  const [first] = await Promise.all([start("one"), start("two")])
  await settle(2)
  await standIn.count()
  await first?.kill()
  await delay(TAKEN_OVER_MS + 2 * SECOND)
  const { looks } = await standIn.count()
  for (const id of classIds) {
    expect(looks[id]?.askers).toContain("two")
    expect(looks[id]?.longestMs, id).toBeLessThan(TAKEN_OVER_MS + 2 * SECOND)
  }
  const third = await start("three")
  await settle(2)
  await standIn.count()
  await third.stop()
  await delay(4 * SECOND)
  const after = await standIn.count()
  for (const id of classIds) expect(after.looks[id]?.longestMs, id).toBeLessThan(5.5 * SECOND)
  expect(
    await world.ctx.db.select().from(roomOutages).where(inArray(roomOutages.class_id, classIds)),
  ).toEqual([])
}, 180_000)

test("OPS-06 a process that was away for longer than its lease watches nothing until it has shares again, and both write one register", async () => {
  await fillRooms(20)
  const [first, second] = [await start("one"), await start("two")]
  await settle(2)
  first.pause()
  await delay(TAKEN_OVER_MS)
  await standIn.count()
  first.resume()
  await settle(2)
  await Promise.all([first.stop(), second.stop()])
  for (const id of classIds) {
    const events = await world.ctx.db.select().from(presenceEvents).where(eq(presenceEvents.class_id, id))
    expect(events.map(({ kind }) => kind).sort(), id).toEqual(["seen", "seen"])
  }
}, 180_000)

test("OPS-06 a class that starts is looked into soon, and who comes and goes is in the register within two looks", async () => {
  await fillRooms(1)
  await start("one")
  await settle(1)
  const instructor = await createInstructor(world.ctx)
  const id = await writeClass(world.ctx, instructor, { started_at: new Date() })
  await writeSeat(world.ctx, id, student)
  const guest = person(student)
  await standIn.fill([[id, [person(instructor, true), guest]]])
  await emit(world.ctx, "class.started", id)
  const kindsOf = async () => {
    const rows = await world.ctx.db.select().from(presenceEvents).where(eq(presenceEvents.class_id, id))
    return rows.filter((row) => row.connection_id === guest.sid).map((row) => row.kind)
  }
  await vi.waitFor(async () => expect(await kindsOf()).toEqual(["seen"]), 4 * SECOND)
  // Two observations of one kind within five seconds are one.
  await delay(8 * SECOND)
  await standIn.fill([[id, [person(instructor, true)]]])
  await vi.waitFor(async () => expect((await kindsOf()).sort()).toEqual(["gone", "seen", "seen"]), 5 * SECOND)
  const [room] = await world.ctx.db.select().from(classRooms).where(eq(classRooms.class_id, id))
  expect(room?.polled_at).toBeInstanceOf(Date)
}, 120_000)
