import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { get, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { expect, test } from "@playwright/test"
import { childrenOf, processesOf } from "../tests/processes-of.ts"
import { startProduct } from "./product.ts"

/** `npm start` on a machine that has cores for two processes that answer and one that works. */

let folder: string
let product: Awaited<ReturnType<typeof startProduct>>

test.describe.configure({ mode: "serial" })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = mkdtempSync(join(tmpdir(), "kaksha-processes-"))
  product = await startProduct({ WEB_PROCESSES: "2", LOG_LEVEL: "debug" }, folder)
})

test.afterAll(async () => {
  if (product.process.exitCode === null) await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Line = { process?: string; child?: string; msg: string; path?: string; pid?: number }

function readLog(): Line[] {
  const text = readFileSync(join(folder, "logs", "kaksha.log"), "utf8")
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

const serving = () => childrenOf(product.process.pid ?? 0, "child.ts")

/** Asks on a connection of its own, as another browser would. Returns the status, or why there is none. */
function ask(path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get(`${product.address}${path}`, { agent: false, timeout: 10_000 }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0))
    })
    request.once("timeout", () => request.destroy(new Error("no answer")))
    request.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

test("OPS-06 one command starts a process for each core behind one address, and the log tells which of them wrote a line", async () => {
  expect(serving()).toHaveLength(3)
  for (let n = 0; n < 20; n += 1) expect(await ask("/livez")).toBe(200)
  await expect
    .poll(() => new Set(readLog().flatMap((line) => (line.path === "/livez" ? [line.process] : []))))
    .toEqual(new Set(["web-1", "web-2"]))
  // What is to be done once is done by one of them.
  expect(product.output().match(/Demo people and programs are in place/g)).toHaveLength(1)
  expect(product.output().match(/Kaksha is at/g)).toHaveLength(1)
  const metrics = await (await fetch(`${product.address}/metrics`)).text()
  const answered = /^kaksha_http_request_duration_seconds_count\{.*route="\/livez".*\} (\d+)$/m.exec(metrics)
  expect(Number(answered?.[1])).toBeGreaterThanOrEqual(20)
})

async function follow(path: string) {
  const request = get(`${product.address}${path}`, { agent: false })
  const [answer] = (await once(request, "response")) as [IncomingMessage]
  let text = ""
  answer.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk
  })
  return { text: () => text, end: () => request.destroy() }
}

test("OPS-06 who follows changes at one process hears of those made through another, and its people are signed in at all of them", async () => {
  const signIn = await fetch(`${product.address}/api/v1/demo-people/session`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ email: "meera@demo.kaksha.example" }),
  })
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  for (let n = 0; n < 6; n += 1) {
    const mine = await fetch(`${product.address}/api/v1/my/notices`, {
      headers: { cookie, connection: "close" },
    })
    expect(mine.status).toBe(200)
  }
  const streams = await Promise.all(Array.from({ length: 6 }, () => follow("/api/v1/events?topics=class:*")))
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const made = await fetch(`${product.address}/api/v1/classes`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({
      title: "Heard everywhere",
      subject: "mathematics",
      curriculum: "CBSE",
      scheduled_date: day,
      start_time: "05:10",
      end_time: "05:40",
      max_capacity: 5,
    }),
  })
  expect(made.status, await made.clone().text()).toBe(200)
  const { id } = (await made.json()) as { id: string }
  for (const stream of streams) await expect.poll(() => stream.text()).toContain(id)
  for (const stream of streams) stream.end()
  const followed = readLog().flatMap((line) => (line.path === "/api/v1/events" ? [line.process] : []))
  expect(new Set(followed)).toEqual(new Set(["web-1", "web-2"]))
})

test("OPS-06 a process that is killed is started again, and nothing that is asked after its death fails", async () => {
  const before = serving()
  for (let round = 0; round < 2; round += 1) {
    const victim = before[round + 1] ?? 0
    const answers: Promise<number | string>[] = []
    let killed = false
    const asking = (async () => {
      for (let n = 0; n < 300; n += 1) {
        const answer = ask("/livez")
        // Who was being answered by it at that moment has lost their answer.
        if (killed) answers.push(answer)
        await delay(10)
      }
    })()
    await delay(500)
    process.kill(victim, "SIGKILL")
    killed = true
    await asking
    expect(answers.length).toBeGreaterThan(100)
    expect((await Promise.all(answers)).filter((status) => status !== 200)).toEqual([])
    await expect.poll(() => serving().length, { timeout: 30_000 }).toBe(3)
    expect(serving()).not.toContain(victim)
  }
  await expect
    .poll(() => readLog().filter(({ msg }) => msg === "a process was started again").length, {
      timeout: 30_000,
    })
    .toBe(2)
})

test("OPS-06 stopping ends all of them, after what they began was answered", async () => {
  const [first = 0] = serving()
  const slow = Promise.all(Array.from({ length: 20 }, () => ask("/")))
  // As Ctrl-C and a service manager do, which signal every process.
  for (const pid of serving()) process.kill(pid, "SIGTERM")
  process.kill(first, "SIGINT")
  expect(await product.stop()).toBe(0)
  const statuses = await slow
  expect(statuses.filter((status) => status !== 200 && status !== "ECONNREFUSED")).toEqual([])
  expect(processesOf(folder)).toEqual([])
})

test("OPS-06 one process can do everything, and its children end with a process that is killed", async () => {
  test.setTimeout(120_000)
  const alone = await startProduct({ WEB_PROCESSES: "1" }, folder)
  expect(childrenOf(alone.process.pid ?? 0, "child.ts")).toEqual([])
  await alone.stop()
  product = await startProduct({ WEB_PROCESSES: "2" }, folder)
  const children = serving()
  product.process.kill("SIGKILL")
  await expect.poll(() => children.filter(isRunning), { timeout: 10_000 }).toEqual([])
  product = await startProduct({ WEB_PROCESSES: "2" }, folder)
  expect(await ask("/readyz")).toBe(200)
  expect(await product.stop()).toBe(0)
})

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")
  } catch {
    return false
  }
}
