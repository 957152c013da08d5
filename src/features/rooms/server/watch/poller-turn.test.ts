import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { Ctx } from "#platform/context.ts"
import type { Database } from "#platform/database/db.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor } from "#tests/people.ts"
import { startRoomPoller } from "../poller.ts"
import { writeClass } from "../test-room.ts"

const ROOM = { sid: "RM_1", participants: 0, maxParticipants: 0, createdAt: new Date(0), metadata: "" }

let world: TestContext
let pool: Pool

beforeAll(async () => {
  world = await createTestContext()
  pool = (world.ctx.db as Database & { $client: Pool }).$client
  await writeClass(world.ctx, await createInstructor(world.ctx))
})

afterAll(() => world.close())

type Port = Ctx["video"]["port"]

/** A poller whose turns are counted: each lists the rooms that are open. */
function startCounting(
  listRooms: Port["listRooms"] = async () => [],
  listParticipants: Port["listParticipants"] = async () => [],
) {
  const counted = { looks: 0, stop: async () => {} }
  const port = {
    ...world.ctx.video.port,
    listParticipants,
    ensureRoom: async ({ name }: { name: string }) => ({ ...ROOM, name }),
    listRooms: () => {
      counted.looks += 1
      return listRooms()
    },
  }
  const ctx = { ...world.ctx, video: { ...world.ctx.video, port } }
  counted.stop = startRoomPoller(() => ctx, { pool, everyMs: 20 })
  return counted
}

test("OPS-02 of several processes one polls, and another takes over when it stops", async () => {
  const first = startCounting()
  await vi.waitFor(() => expect(first.looks).toBeGreaterThan(0), 10_000)
  const second = startCounting()
  const before = first.looks
  await vi.waitFor(() => expect(first.looks).toBeGreaterThan(before + 5), 10_000)
  expect(second.looks).toBe(0)
  await first.stop()
  const after = first.looks
  await vi.waitFor(() => expect(second.looks).toBeGreaterThan(5), 10_000)
  await second.stop()
  expect(first.looks).toBe(after)
})

test("OPS-02 a poller that loses its connection to the database gets its turn back", async () => {
  const poller = startCounting()
  await vi.waitFor(() => expect(poller.looks).toBeGreaterThan(0), 10_000)
  const { rows } = await pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  )
  expect(rows).toHaveLength(1)
  const before = poller.looks
  await vi.waitFor(() => expect(poller.looks).toBeGreaterThan(before + 5), 10_000)
  const next = startCounting()
  await poller.stop()
  await vi.waitFor(() => expect(next.looks).toBeGreaterThan(0), 10_000)
  await next.stop()
})

test("OPS-02 no room is looked into twice at once, and stopping waits for the looks under way", async () => {
  let under = 0
  let most = 0
  const listParticipants = async () => {
    under += 1
    most = Math.max(most, under)
    await new Promise((resolve) => setTimeout(resolve, 60))
    under -= 1
    return []
  }
  const poller = startCounting(async () => [], listParticipants)
  await vi.waitFor(() => expect(poller.looks).toBeGreaterThan(2), 10_000)
  await poller.stop()
  expect(most).toBe(1)
  expect(under).toBe(0)
})
