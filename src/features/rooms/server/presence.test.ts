import type { Pool, PoolClient } from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { PresenceEvent } from "#features/rooms/presence-plan.ts"
import type { SignedIn } from "#platform/context.ts"
import type { Database } from "#platform/database/db.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { countPresent, listPresence, readConnections, recordPresence } from "./presence.ts"
import { writeClass } from "./test-room.ts"

let world: TestContext
let listener: PoolClient
let student: SignedIn
let classId: string
const told: string[] = []

beforeAll(async () => {
  world = await createTestContext()
  const pool = (world.ctx.db as Database & { $client: Pool }).$client
  listener = await pool.connect()
  listener.on("notification", (message) => told.push(message.payload ?? ""))
  await listener.query("listen kaksha_changes")
  student = await createStudent(world.ctx)
  classId = await writeClass(world.ctx, await createInstructor(world.ctx))
})

afterAll(async () => {
  listener.release(true)
  await world.close()
})

let serial = 0
function observe(kind: PresenceEvent["kind"], connectionId = "PA_1"): PresenceEvent {
  serial += 1
  world.clock.advance(1_000)
  const person = { personId: student.user_id, deviceId: "device-1", connectionId }
  return { id: `e${serial}`, classId, ...person, kind, source: "poll", at: world.clock.now() }
}

/** What was published and told to browsers by recording these. */
async function recording(...events: PresenceEvent[]): Promise<{ published: number; told: number }> {
  world.published.length = 0
  told.length = 0
  await recordPresence(world.ctx, events)
  // Notifications of a connection come in order: once this one is there, so are those before it.
  await world.ctx.db.execute("select pg_notify('kaksha_changes', 'end')")
  await vi.waitFor(() => expect(told).toContain("end"), 10_000)
  return { published: world.published.length, told: told.length - 1 }
}

test("ATT-01 arrivals and departures are told to browsers, heartbeats and repeats are not", async () => {
  const first = observe("seen")
  expect(await recording(first)).toEqual({ published: 1, told: 1 })
  expect(await recording(first)).toEqual({ published: 0, told: 0 })
  expect(await recording(observe("seen"))).toEqual({ published: 1, told: 0 })
  expect(await recording(observe("gone"))).toEqual({ published: 1, told: 1 })
  expect(await recording(observe("seen"))).toEqual({ published: 1, told: 1 })
  expect(await recording(observe("seen"), observe("seen", "PA_2"))).toEqual({ published: 1, told: 1 })
  expect(await recording()).toEqual({ published: 0, told: 0 })
})

test("ATT-02 what was recorded is read back in order, and summed up by connection", async () => {
  const events = await listPresence(world.ctx, classId)
  expect(events.map((event) => event.kind)).toEqual(["seen", "seen", "gone", "seen", "seen", "seen"])
  expect(events[0]).toMatchObject({
    classId,
    personId: student.user_id,
    deviceId: "device-1",
    source: "poll",
  })
  const [first, second] = (await readConnections(world.ctx, classId)).sort((a, b) =>
    a.connectionId < b.connectionId ? -1 : 1,
  )
  expect(first).toMatchObject({ lastSeenAt: events[4]?.at, lastGoneAt: events[2]?.at, hasLeft: false })
  expect(second).toMatchObject({ lastSeenAt: events[5]?.at, lastGoneAt: null, hasLeft: false })
})

test("ROOM-01 people are counted once for all their devices, until the last one has left", async () => {
  expect(await countPresent(world.ctx, classId)).toBe(1)
  await recordPresence(world.ctx, [observe("left", "PA_1")])
  expect(await countPresent(world.ctx, classId)).toBe(1)
  await recordPresence(world.ctx, [observe("left", "PA_2"), observe("seen", "PA_2")])
  expect(await countPresent(world.ctx, classId)).toBe(0)
})
