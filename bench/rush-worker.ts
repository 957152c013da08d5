import { createHash, randomUUID } from "node:crypto"
import { once } from "node:events"
import { Agent, request } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { gunzipSync } from "node:zlib"
import { AccessToken } from "livekit-server-sdk"
import { type RushOrder, type RushTally, STEPS, type Step } from "./rush-steps.ts"

/**
 * Students who come at the full hour, in a process of its own. They come whether or not those before them were
 * answered, as people do: what is slow makes nobody come later. Takes one order and sends one tally, or goes
 * through the steps one by one.
 */

/** Nobody waits longer for a page. */
const PATIENCE_MS = 20_000

const times = Object.fromEntries(STEPS.map((step) => [step, [] as number[]])) as RushTally["times"]
const errors: Record<string, number> = {}

/** The video server's connections, of which its client keeps one more than it has cores. */
const videoServer = new Agent({ keepAlive: true, maxFreeSockets: 3 })

/** A pause as people make them: half as long to half as long again. */
const pause = (ms: number) => delay(ms * (0.5 + Math.random()))

type Call = {
  step: Step
  method?: "GET" | "POST"
  path: string
  headers?: Record<string, string>
  body?: string
}

function call(order: RushOrder, agent: Agent, { step, method = "GET", path, headers, body }: Call) {
  const began = performance.now()
  return new Promise<string>((resolve, reject) => {
    const asked = request({ agent, host: order.host, port: order.port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk)
        if (step !== "stream" || chunks.length > 1) return
        // It goes on until the page is left; its first bytes are the answer.
        times.stream.push(performance.now() - began)
        resolve("")
      })
      answer.once("end", () => {
        if (answer.statusCode !== 200) return reject(new Error(`${step} ${answer.statusCode}`))
        if (step !== "stream") times[step].push(performance.now() - began)
        const bytes = Buffer.concat(chunks)
        resolve((answer.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString())
      })
      answer.once("error", () => reject(new Error(`${step} broke off`)))
    })
    if (step !== "stream") asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error("too late")))
    asked.once("error", (error: NodeJS.ErrnoException) =>
      reject(new Error(`${step} ${error.code ?? error.message}`)),
    )
    asked.end(body)
  })
}

async function sayJoined(order: RushOrder, entry: { room: string; identity: string }) {
  const body = JSON.stringify({
    event: "participant_joined",
    id: `EV_${randomUUID()}`,
    createdAt: Math.floor(Date.now() / 1_000),
    room: { name: entry.room },
    participant: { identity: entry.identity, sid: `PA_${randomUUID()}` },
  })
  const token = new AccessToken(order.apiKey, order.apiSecret, { ttl: 300 })
  token.sha256 = createHash("sha256").update(body).digest("base64")
  const headers = { authorization: await token.toJwt(), "content-type": "application/webhook+json" }
  await call(order, videoServer, { step: "webhook", method: "POST", path: "/hooks/livekit", headers, body })
}

/** A student's browser: the requests that it sends when its person opens the dashboard, goes to the list and joins. */
function openBrowser(order: RushOrder, { cookie, classId }: RushOrder["students"][number]) {
  const agent = new Agent({ keepAlive: true })
  const headers = { cookie, "accept-encoding": "gzip" }
  const room = `/api/v1/classes/${classId}/room`
  let entry = { room: "", identity: "" }
  let stream: Agent | null = null
  const read = (step: Step, path: string) => call(order, agent, { step, path, headers })
  // A page that comes closes the stream of the one before.
  function follow(topic: string): Promise<unknown> {
    stream?.destroy()
    const own = new Agent()
    stream = own
    const path = `/api/v1/events?topics=${encodeURIComponent(topic)}`
    return call(order, own, { step: "stream", path, headers }).catch((error) => own === stream && note(error))
  }
  async function join(): Promise<void> {
    const answer = await call(order, agent, {
      step: "join",
      method: "POST",
      path: `${room}/join`,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ device_id: "bench-device" }),
    })
    entry = JSON.parse(answer)
  }
  return {
    act: {
      dashboard: () => read("dashboard", "/student-dashboard"),
      notices: () => read("notices", "/api/v1/my/notices?limit=8"),
      stream: () => follow(`class:${classId}`),
      list: () => read("list", "/live-classes.data"),
      room: () => read("room", `/class/${classId}/room.data`),
      join,
      board: () => read("board", `${room}/board`),
      webhook: () => sayJoined(order, entry),
    } satisfies Record<Step, () => Promise<unknown>>,
    followNotices: () => follow("person.notice:me"),
    leave: () => agent.destroy(),
  }
}

async function journey(order: RushOrder, student: RushOrder["students"][number]): Promise<void> {
  const { act, followNotices, leave } = openBrowser(order, student)
  try {
    await act.dashboard()
    void act.stream()
    await act.notices()
    await pause(1_500)
    await act.list()
    void act.stream()
    await pause(1_500)
    await act.room()
    await act.join()
    await delay(300)
    await Promise.all([act.webhook(), act.board()])
    void followNotices()
  } catch (error) {
    note(error)
  } finally {
    leave()
  }
}

function note(error: unknown): void {
  const { message } = error as Error
  errors[message] = (errors[message] ?? 0) + 1
}

/** Everybody's first step, one after the other, then everybody's second: each is told of, and goes on when it is answered. */
async function stepByStep(order: RushOrder): Promise<void> {
  const browsers = order.students.map((student) => openBrowser(order, student))
  for (const step of STEPS) {
    for (const { act } of browsers) await act[step]()
    process.send?.(step)
    await once(process, "message")
  }
}

async function rush(order: RushOrder, perSecond: number): Promise<RushTally> {
  const began = performance.now()
  const journeys: Promise<void>[] = []
  for (const [at, student] of order.students.entries()) {
    const due = began + (at * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    journeys.push(journey(order, student))
  }
  await Promise.all(journeys)
  const { user, system } = process.cpuUsage()
  for (const step of STEPS) times[step].sort((one, other) => one - other)
  const seconds = (performance.now() - began) / 1_000
  return { times, errors, journeys: journeys.length, seconds, cpuSeconds: (user + system) / 1e6 }
}

process.once("message", async (order: RushOrder) => {
  const { perSecond } = order
  if (perSecond === null) {
    await stepByStep(order)
    process.exit()
  }
  const tally = await rush(order, perSecond)
  process.send?.(tally, () => process.exit())
})
