import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { dispose, RoomEvent } from "@livekit/rtc-node"
import { eq } from "drizzle-orm"
import type pg from "pg"
import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import { classRooms, roomOutages } from "#features/rooms/server/table.ts"
import { livekitVideo } from "#platform/video/port.ts"
import { SECOND } from "#shared/time.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { openRelay, type Relay } from "#tests/relay.ts"
import { whenTrue } from "./alone.ts"
import { askRedis, startVideoNodes, type VideoNode } from "./fleet.ts"
import { brokenInvariants } from "./invariants.ts"
import { type Script, type ScriptedClass, writeScriptedClass } from "./scripted-class.ts"

const MINIMUM_SECONDS = 15
const AT = 25
const BACK_WITHIN_MS = 15 * SECOND
const STOPS_WITHIN_MS = 30 * SECOND
/** Kiran goes while the node is dead, and Zara comes when it is. */
const LESSON: Script = {
  scheduledSeconds: 70,
  endsAfter: 80,
  acts: [
    { at: 0, who: "teacher", does: "comes" },
    { at: 1, who: "Asha", does: "comes" },
    { at: 2, who: "Ravi", does: "comes" },
    { at: AT - 3, who: "Kiran", does: "comes" },
    { at: AT + 2, who: "Kiran", does: "goes" },
    { at: AT + 30, who: "Zara", does: "comes" },
  ],
  verdicts: { Asha: "present", Ravi: "present", Kiran: "absent", Zara: "present", Dev: "absent" },
}

let nodes: VideoNode[]
let way: Relay
let hooks: Relay
let product: HttpProduct
const ending: (() => unknown)[] = []

/** Two nodes behind one address, and the product beside them. */
beforeEach(async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kaksha-nodes-")))
  ending.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const keys = { key: "nodes", secret: randomBytes(32).toString("hex") }
  hooks = await openRelay(9)
  ending.push(() => hooks.close())
  nodes = await startVideoNodes(folder, keys, hooks.port, ending)
  way = await openRelay(nodes[0]?.port ?? 0)
  ending.push(() => way.close())
  const address = { httpUrl: `http://127.0.0.1:${way.port}`, publicUrl: `ws://127.0.0.1:${way.port}` }
  const video = livekitVideo({ ...address, apiKey: keys.key, apiSecret: keys.secret })
  product = await startHttpProduct({}, video, undefined, undefined, undefined, {
    beyond: { ATTENDANCE_MINIMUM_MINUTES: MINIMUM_SECONDS / 60 },
  })
  ending.push(() => product.close())
  hooks.leadTo(Number(new URL(product.address).port))
  await product.runtime.work()
}, 120_000)

afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

// Nobody can connect in this process after it.
afterAll(dispose)

/** The node that has the room, and the other. */
async function nodesOf(held: ScriptedClass): Promise<{ its: VideoNode; other: VideoNode }> {
  const [first] = nodes
  const [room] = await product.ctx.db.select().from(classRooms).where(eq(classRooms.class_id, held.id))
  const [id] = await askRedis(first?.redis ?? 0, "hget", "room_node_map", room?.name ?? "")
  const its = nodes.find((node) => node.id === id)
  const other = nodes.find((node) => node.id !== id)
  if (!its || !other) throw new Error(`no node has the room: ${id}`)
  return { its, other }
}

type Cut = { name: string; noticedMs: number | null; backMs: number | null; out: boolean }

/** Follows how each connection fares from now on. */
function followConnections(held: ScriptedClass): Cut[] {
  const since = performance.now()
  return held.rooms().map(({ name, room }) => {
    const cut: Cut = { name, noticedMs: null, backMs: null, out: false }
    const now = () => Math.round(performance.now() - since)
    room.on(RoomEvent.Reconnecting, () => {
      cut.noticedMs ??= now()
    })
    room.on(RoomEvent.Reconnected, () => {
      cut.backMs = now()
    })
    room.on(RoomEvent.Disconnected, () => {
      cut.noticedMs ??= now()
      cut.out = true
    })
    return cut
  })
}

async function readRegister(held: ScriptedClass) {
  const answer = await product.call(held.teacher, "GET", `/api/v1/classes/${held.id}/attendance`)
  const { entries } = (await answer.json()) as {
    entries: { student_id: string; verdict: string; present_seconds: number }[]
  }
  return entries.map(({ student_id, verdict, present_seconds }) => ({
    name: held.nameOf(student_id) ?? student_id,
    verdict,
    present_seconds,
  }))
}

async function outagesOf(held: ScriptedClass) {
  return product.ctx.db.select().from(roomOutages).where(eq(roomOutages.class_id, held.id))
}

/** Compares the register with what really was. */
async function expectRegister(held: ScriptedClass, tolerance: number): Promise<void> {
  const verdicts = async () => (await readRegister(held)).map(({ name, verdict }) => [name, verdict])
  await expect
    .poll(async () => Object.fromEntries(await verdicts()), { timeout: 30 * SECOND, interval: 500 })
    .toEqual(held.script.verdicts)
  for (const { name, present_seconds } of await readRegister(held)) {
    const real = held.truthOf(name).reduce((sum, { from, to }) => sum + (to - from) / SECOND, 0)
    const told = `${name} was there for ${real} s, and ${present_seconds} s are written`
    expect(Math.abs(present_seconds - real), told).toBeLessThan(tolerance)
  }
  expect(await brokenInvariants((product.ctx.db as unknown as { $client: pg.Pool }).$client)).toEqual([])
}

test("OPS-02 ATT-01 a video node that is killed in class sends nobody out for long, its room goes on on the other node, and nobody who stayed is absent", {
  timeout: 300 * SECOND,
}, async () => {
  const held = await writeScriptedClass(product, LESSON)
  ending.push(() => held.close())
  let cuts: Cut[] = []
  const again: Promise<unknown>[] = []
  await held.play([
    {
      at: AT,
      async happens() {
        const { its, other } = await nodesOf(held)
        cuts = followConnections(held)
        its.process.kill("SIGKILL")
        // A balancer notices.
        await delay(SECOND)
        way.leadTo(other.port)
        await whenTrue("an end of every interruption", async () =>
          cuts.filter(({ name }) => name !== "Kiran").every(({ backMs, out }) => backMs !== null || out),
        )
        for (const { name, out } of cuts) if (out && name !== "Kiran") again.push(held.enterAgain(name))
        await Promise.all(again)
        expect((await nodesOf(held)).its.id).toBe(other.id)
      },
    },
  ])
  const stayed = cuts.filter(({ name }) => name !== "Kiran")
  const longest = Math.max(...stayed.map(({ backMs }) => backMs ?? Number.POSITIVE_INFINITY))
  process.stdout.write(
    `  a killed node: ${stayed.length} people were back after ${(longest / SECOND).toFixed(1)} s at most, ${stayed.filter(({ out }) => out).length} had to join again\n`,
  )
  expect(longest).toBeLessThan(BACK_WITHIN_MS)
  expect(await outagesOf(held)).toEqual([])
  await expectRegister(held, 20)
})

test("OPS-02 a video node that is told to stop keeps its classes until they are over and gets no new ones, and nobody notices", {
  timeout: 300 * SECOND,
}, async () => {
  const held = await writeScriptedClass(product, LESSON)
  ending.push(() => held.close())
  let cuts: Cut[] = []
  let stopped: Promise<unknown[]> = Promise.resolve([])
  let endedAt = Number.NaN
  let noticed: Cut[] = []
  await held.play([
    {
      at: AT,
      async happens() {
        const { its, other } = await nodesOf(held)
        cuts = followConnections(held)
        stopped = once(its.process, "exit")
        void stopped.then(() => {
          endedAt = Date.now()
        })
        its.process.kill("SIGTERM")
        // A balancer sends no more to it.
        way.leadTo(other.port, { keep: true })
        const next = await writeScriptedClass(product, LESSON)
        ending.push(() => next.close())
        const started = await product.call(next.teacher, "POST", `/api/v1/classes/${next.id}/start`, {})
        expect(started.status).toBe(200)
        await next.enterAgain("teacher")
        expect((await nodesOf(next)).its.id).toBe(other.id)
        expect((await nodesOf(held)).its.id).toBe(its.id)
      },
    },
    {
      at: LESSON.endsAfter - 2,
      async happens() {
        noticed = cuts.filter(({ noticedMs }) => noticedMs !== null)
      },
    },
  ])
  const overAt = Date.now()
  const [code] = await Promise.race([stopped, delay(STOPS_WITHIN_MS, ["still there"])])
  process.stdout.write(
    `  a node that is told to stop: ended with ${code} ${((endedAt - overAt) / SECOND).toFixed(1)} s after its class\n`,
  )
  expect(noticed.filter(({ name }) => name !== "Kiran")).toEqual([])
  expect(await outagesOf(held)).toEqual([])
  expect(code).toBe(0)
  await expectRegister(held, 10)
})
