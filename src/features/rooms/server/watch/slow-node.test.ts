import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { setTimeout as delay } from "node:timers/promises"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Ctx } from "#platform/context.ts"
import { livekitVideo } from "#platform/video/port.ts"
import { SECOND } from "#shared/time.ts"
import { createInstructor } from "#tests/people.ts"
import { VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { startRoomPoller } from "../poller.ts"
import { classRooms, roomOutages } from "../table.ts"
import { type RoomWorld, startRoomWorld, writeClass } from "../test-room.ts"

/** How long the node of a room takes to answer; one that is dead never does. */
type Node = "healthy" | "slow" | "dead"
const SLOW_MS = 3 * SECOND

let world: RoomWorld
let nodes: Map<string, Node>
let relay: { url: string; close(): Promise<void> }
/** When each room was last asked about. */
const askedAt = new Map<string, number>()

/** A real HTTP server before the video server, on whose way questions about some rooms are slow or lost. */
async function startNodes(target: string, nodeOf: (body: Buffer) => Node): Promise<typeof relay> {
  const lost = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const node = request.url?.endsWith("/ListParticipants") ? nodeOf(body) : "healthy"
    if (node === "dead") return void lost.add(response)
    if (node === "slow") await delay(SLOW_MS)
    const { authorization = "", "content-type": type = "" } = request.headers
    const headers = { authorization, "content-type": type }
    const answer = await fetch(`${target}${request.url}`, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
    })
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
    response.end(new Uint8Array(await answer.arrayBuffer()))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

beforeAll(async () => {
  world = await startRoomWorld()
  nodes = new Map()
  relay = await startNodes(world.video.server.httpUrl, (body) => {
    const room = [...nodes.keys()].find((classId) => body.includes(classId))
    if (room) askedAt.set(room, Date.now())
    return (room && nodes.get(room)) || "healthy"
  })
}, VIDEO_SETUP_TIMEOUT_MS)

afterAll(async () => {
  await relay?.close()
  await world?.close()
})

async function writeClasses(count: number, node: Node): Promise<string[]> {
  const ids = []
  for (let n = 0; n < count; n += 1) {
    const id = await writeClass(world.ctx, await createInstructor(world.ctx), { started_at: new Date() })
    nodes.set(id, node)
    ids.push(id)
  }
  return ids
}

async function lookedAt(classId: string): Promise<number> {
  const [room] = await world.ctx.db.select().from(classRooms).where(eq(classRooms.class_id, classId))
  return room?.polled_at?.getTime() ?? 0
}

const outagesOf = (classId: string) =>
  world.ctx.db.select().from(roomOutages).where(eq(roomOutages.class_id, classId))

test("ATT-09 rooms on dead and slow nodes cost no other room its looks, and only the dead are booked outages, until they answer", async () => {
  const { apiKey, apiSecret, port } = world.video
  const video = livekitVideo({ httpUrl: relay.url, publicUrl: port.publicUrl, apiKey, apiSecret })
  const clock = { now: () => new Date() }
  const ctx: Ctx = { ...world.ctx, clock, video: { ...world.ctx.video, port: video } }
  // The dead ones are there first, and more of them than are looked into at once.
  const dead = await writeClasses(16, "dead")
  const slow = await writeClasses(2, "slow")
  const healthy = await writeClasses(3, "healthy")
  const stop = startRoomPoller(() => ctx, { changes: { on: () => () => {} }, everyMs: SECOND })
  const longest = new Map(healthy.map((id) => [id, 0]))
  try {
    // The first turn finds out who is dead.
    await delay(8 * SECOND)
    for (const until = Date.now() + 8 * SECOND; Date.now() < until; await delay(200)) {
      for (const id of healthy) {
        longest.set(id, Math.max(longest.get(id) ?? 0, Date.now() - (askedAt.get(id) ?? 0)))
      }
    }
    for (const [id, silence] of longest) expect(silence, id).toBeLessThan(4 * SECOND)
    for (const id of [...healthy, ...slow]) {
      expect(askedAt.get(id)).toBeGreaterThan(Date.now() - 10 * SECOND)
      expect(await lookedAt(id)).toBeGreaterThan(0)
      expect(await outagesOf(id)).toEqual([])
    }
    for (const id of dead) expect((await outagesOf(id)).length, id).toBe(1)

    for (const id of dead) nodes.set(id, "healthy")
    await expect
      .poll(async () => Math.min(...(await Promise.all(dead.map(lookedAt)))), { timeout: 20 * SECOND })
      .toBeGreaterThan(0)
    for (const id of dead) {
      const [outage, ...others] = await outagesOf(id)
      expect(others).toEqual([])
      expect(outage?.ended_at.getTime()).toBeLessThanOrEqual(await lookedAt(id))
    }
  } finally {
    await stop()
  }
}, 90_000)
