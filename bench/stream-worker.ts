import { get } from "node:http"

/**
 * Many readers of server-sent events in one process: opens them as it is told to, then answers for each change
 * that it is asked to wait for when every reader had heard of it.
 */

export type StreamOrder =
  | { kind: "open"; host: string; port: number; path: string; count: number; cookies: string[] }
  | { kind: "await"; id: string }

/** Milliseconds of the machine's clock, which other processes share. */
export type StreamAnswer = { kind: "open" } | { kind: "heard"; id: string; at: number[] }

/** So many streams are being opened at a time. */
const AT_A_TIME = 50

const clock = () => performance.timeOrigin + performance.now()
const heard = new Map<string, number[]>()
let wanted: string | null = null
let total = 0

function answer(message: StreamAnswer): void {
  process.send?.(message)
}

function note(id: string): void {
  const times = heard.get(id) ?? []
  times.push(clock())
  heard.set(id, times)
  tellIfAll()
}

function tellIfAll(): void {
  const times = wanted === null ? undefined : heard.get(wanted)
  if (wanted === null || times?.length !== total) return
  answer({ kind: "heard", id: wanted, at: times })
  heard.delete(wanted)
  wanted = null
}

type Open = Extract<StreamOrder, { kind: "open" }>

function openOne({ host, port, path, cookies }: Open, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cookie = cookies[at % cookies.length]
    const headers = cookie === undefined ? {} : { cookie }
    const asked = get({ host, port, path, headers, agent: false }, (reply) => {
      if (reply.statusCode !== 200) return reject(new Error(`${path} answered ${reply.statusCode}`))
      let text = ""
      reply.setEncoding("utf8")
      reply.on("data", (chunk: string) => {
        text += chunk
        for (const [, id] of text.matchAll(/"id":"(told-\d+)"[^\n]*\n\n/g)) if (id) note(id)
        text = text.slice(text.lastIndexOf("\n\n") + 2)
      })
      resolve()
    })
    asked.once("error", reject)
  })
}

async function open(order: Open): Promise<void> {
  let left = order.count
  const lane = async () => {
    while (left > 0) {
      left -= 1
      await openOne(order, left)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  total = order.count
  answer({ kind: "open" })
}

process.once("disconnect", () => process.exit())
process.on("message", (order: StreamOrder) => {
  if (order.kind === "open") return void open(order)
  wanted = order.id
  tellIfAll()
})
