import { createHash, randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { gunzipSync } from "node:zlib"
import { AccessToken } from "livekit-server-sdk"
import { type RushOrder, type RushTally, STEPS, type Step } from "./rush-steps.ts"

/**
 * Students who come at the full hour, in a process of its own. They come whether or not those before them were
 * answered, as people do: what is slow makes nobody come later. Takes one order and sends one tally.
 */

/** Nobody waits longer for a page. */
const PATIENCE_MS = 20_000

const times = Object.fromEntries(STEPS.map((step) => [step, [] as number[]])) as RushTally["times"]
const errors: Record<string, number> = {}

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

async function sayJoined(order: RushOrder, agent: Agent, entry: { room: string; identity: string }) {
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
  await call(order, agent, { step: "webhook", method: "POST", path: "/hooks/livekit", headers, body })
}

/** The requests that a browser sends when its person opens the dashboard, goes to the list and joins. */
async function journey(order: RushOrder, { cookie, classId }: RushOrder["students"][number]) {
  // A browser of its own, and the video server's connection.
  const agent = new Agent({ keepAlive: true })
  const server = new Agent()
  const headers = { cookie, "accept-encoding": "gzip" }
  let stream: Agent | null = null
  // A page that comes closes the stream of the one before.
  const follow = (topic: string) => {
    stream?.destroy()
    const own = new Agent()
    stream = own
    const path = `/api/v1/events?topics=${encodeURIComponent(topic)}`
    void call(order, own, { step: "stream", path, headers }).catch((error) => own === stream && note(error))
  }
  const read = (step: Step, path: string) => call(order, agent, { step, path, headers })
  const room = `/api/v1/classes/${classId}/room`
  try {
    await read("dashboard", "/student-dashboard")
    follow(`class:${classId}`)
    await read("notices", "/api/v1/my/notices?limit=8")
    await pause(1_500)
    await read("list", "/live-classes.data")
    follow(`class:${classId}`)
    await pause(1_500)
    await read("room", `/class/${classId}/room.data`)
    const answer = await call(order, agent, {
      step: "join",
      method: "POST",
      path: `${room}/join`,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ device_id: "bench-device" }),
    })
    const entry = JSON.parse(answer) as { room: string; identity: string }
    await delay(300)
    await Promise.all([sayJoined(order, server, entry), read("board", `${room}/board`)])
    follow("person.notice:me")
  } catch (error) {
    note(error)
  } finally {
    agent.destroy()
  }
}

function note(error: unknown): void {
  const { message } = error as Error
  errors[message] = (errors[message] ?? 0) + 1
}

process.once("message", async (order: RushOrder) => {
  const began = performance.now()
  const journeys: Promise<void>[] = []
  for (const [at, student] of order.students.entries()) {
    const due = began + (at * 1_000) / order.perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    journeys.push(journey(order, student))
  }
  await Promise.all(journeys)
  const { user, system } = process.cpuUsage()
  for (const step of STEPS) times[step].sort((one, other) => one - other)
  const seconds = (performance.now() - began) / 1_000
  const tally: RushTally = {
    times,
    errors,
    journeys: journeys.length,
    seconds,
    cpuSeconds: (user + system) / 1e6,
  }
  process.send?.(tally, () => process.exit())
})
