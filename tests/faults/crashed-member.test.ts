import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { dispose } from "@livekit/rtc-node"
import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { classAttendance } from "#features/attendance/server/table.ts"
import { SECOND } from "#shared/time.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { startTestVideoServer, type TestVideoServer, VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { type ScriptedClass, writeScriptedClass } from "./scripted-class.ts"
import { numbersFrom } from "./seeded.ts"
import { startWebhookRelay, type WebhookRelay } from "./webhook-relay.ts"

/** Presence that is asked for: more than those who crash have, and less than with the video server's time-out. */
const MINIMUM_SECONDS = 22
/** When they crash, in seconds of the script. */
const CRASHES_AT = 10
/** A crash may count so much too much, or too little: the video server's clock knows whole seconds. */
const TOO_MUCH_MS = 5 * SECOND
const TOO_LITTLE_MS = 2 * SECOND

let relay: WebhookRelay
let video: TestVideoServer
let product: HttpProduct

beforeAll(async () => {
  relay = await startWebhookRelay(numbersFrom(1))
  video = await startTestVideoServer({ webhookUrl: relay.url })
  product = await startHttpProduct({}, video.port, undefined, undefined, undefined, {
    beyond: { ATTENDANCE_MINIMUM_MINUTES: MINIMUM_SECONDS / 60 },
  })
  relay.leadTo(`${product.address}/hooks/livekit`)
  await product.runtime.work()
}, VIDEO_SETUP_TIMEOUT_MS)

afterAll(async () => {
  await product?.close()
  await video?.stop()
  await relay?.close()
  await dispose()
})

/** Enters the room as a process of its own, which stays until it is killed. */
async function enterApart(held: ScriptedClass, name: string): Promise<ChildProcess> {
  const address = `/api/v1/classes/${held.id}/room/join`
  const answer = await product.call(held.person(name), "POST", address, { device_id: "one-phone" })
  const { server_url, token } = (await answer.json()) as { server_url: string; token: string }
  const enter = `
    import { Room } from "@livekit/rtc-node"
    const room = new Room()
    await room.connect(process.argv[1], process.argv[2], { autoSubscribe: true, dynacast: false })
    process.stdout.write("inside")
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ["--input-type=module", "-e", enter, server_url, token], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(child.stdout, "data")
  return child
}

async function leftAt(held: ScriptedClass, name: string): Promise<number> {
  const [row] = await product.ctx.db
    .select()
    .from(classAttendance)
    .where(
      and(eq(classAttendance.class_id, held.id), eq(classAttendance.student_id, held.person(name).user_id)),
    )
  return row?.left_at?.getTime() ?? Number.POSITIVE_INFINITY
}

test("ATT-09 the presence of a process that is killed, or falls silent, ends with its last sign of life, and so near the minimum it is absent", async () => {
  const held = await writeScriptedClass(product, {
    scheduledSeconds: 60,
    endsAfter: 45,
    acts: [
      { at: 0, who: "teacher", does: "comes" },
      { at: 0, who: "Zara", does: "comes" },
    ],
    verdicts: { Asha: "absent", Ravi: "absent", Zara: "present" },
  })
  const inside: ChildProcess[] = []
  const crashed = new Map<string, number>()
  const crash = (name: string, signal: "SIGKILL" | "SIGSTOP") => async () => {
    const child = await enterApart(held, name)
    inside.push(child)
    await delay((CRASHES_AT - 1) * SECOND)
    child.kill(signal)
    crashed.set(name, Date.now())
  }
  try {
    await held.play([
      { at: 1, happens: crash("Asha", "SIGKILL") },
      { at: 1, happens: crash("Ravi", "SIGSTOP") },
    ])
    await vi.waitFor(async () => {
      const address = `/api/v1/classes/${held.id}/attendance`
      const { entries } = (await (await product.call(held.teacher, "GET", address)).json()) as {
        entries: { student_id: string; verdict: string }[]
      }
      const told = entries.map(({ student_id, verdict }) => [held.nameOf(student_id), verdict])
      expect(Object.fromEntries(told)).toEqual(held.script.verdicts)
    }, 20 * SECOND)
    for (const [name, at] of crashed) {
      const off = (await leftAt(held, name)) - at
      expect(off, name).toBeLessThanOrEqual(TOO_MUCH_MS)
      expect(off, name).toBeGreaterThanOrEqual(-TOO_LITTLE_MS)
    }
  } finally {
    for (const child of inside) child.kill("SIGKILL")
    await held.close()
  }
}, 150_000)
