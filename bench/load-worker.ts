import { Agent, request } from "node:http"

/** A small load generator: takes one order from its parent process, sends a tally and exits. */

export type WireRequest = { method: "GET" | "POST"; path: string; headers: Record<string, string> }

export type LoadOrder = {
  /** An address, not a name: looking names up is not what is measured. */
  host: string
  port: number
  requests: WireRequest[]
  /** Whether to begin anew behind the last request; otherwise each is sent once at most. */
  repeat: boolean
  connections: number
  ms: number
}

export type Tally = {
  sent: number
  answered: number
  /** From the first request sent to the last response read. */
  ms: number
  bytes: number
  /** 95 of 100 responses took at most this many milliseconds. */
  p95: number
  /** How many responses were not 2xx, by status. */
  refusals: Record<string, number>
  firstRefusal: string
  /** Whether the requests ran out before the time did. */
  exhausted: boolean
}

type Answer = { status: number; bytes: number; body: () => string }

function send(order: LoadOrder, agent: Agent, { method, path, headers }: WireRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { agent, host: order.host, port: order.port, method, path, headers }
    const sent = request(options, (reply) => {
      const chunks: Buffer[] = []
      let bytes = 0
      reply.on("data", (chunk: Buffer) => {
        bytes += chunk.length
        if (reply.statusCode !== 200) chunks.push(chunk)
      })
      const body = () => Buffer.concat(chunks).toString().slice(0, 300)
      reply.once("end", () => resolve({ status: reply.statusCode ?? 0, bytes, body }))
      reply.once("error", reject)
    })
    sent.once("error", reject)
    sent.end()
  })
}

async function work(order: LoadOrder): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections })
  const tally: Tally = {
    sent: 0,
    answered: 0,
    ms: 0,
    bytes: 0,
    p95: 0,
    refusals: {},
    firstRefusal: "",
    exhausted: false,
  }
  const took: number[] = []
  const start = performance.now()
  async function keepSending(): Promise<void> {
    while (performance.now() - start < order.ms) {
      const index = order.repeat ? tally.sent % order.requests.length : tally.sent
      const next = order.requests[index]
      if (!next) {
        tally.exhausted = true
        return
      }
      tally.sent += 1
      const sentAt = performance.now()
      const answer = await send(order, agent, next)
      took.push(performance.now() - sentAt)
      tally.bytes += answer.bytes
      if (answer.status >= 200 && answer.status < 300) tally.answered += 1
      else {
        tally.refusals[answer.status] = (tally.refusals[answer.status] ?? 0) + 1
        tally.firstRefusal ||= answer.body()
      }
    }
  }
  await Promise.all(Array.from({ length: order.connections }, keepSending))
  tally.ms = performance.now() - start
  took.sort((one, other) => one - other)
  tally.p95 = took[Math.floor(took.length * 0.95)] ?? 0
  agent.destroy()
  return tally
}

process.once("disconnect", () => process.exit())
process.once("message", async (order: LoadOrder) => {
  const tally = await work(order)
  process.send?.(tally, () => process.disconnect())
})
