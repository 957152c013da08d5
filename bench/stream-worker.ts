import { get } from "node:http"
import { isSettled, type ListChange, type Listed } from "#features/classes/list-changes.ts"

/**
 * Many readers of server-sent events in one process: opens them on request, then reports for each change it
 * is asked to wait for when every reader had received it. Readers of a list load its page as a browser does.
 */

/** The list that readers show, and its page. */
export type ShownList = { listed: Listed; page: string }

export type StreamOrder =
  | {
      kind: "open"
      host: string
      port: number
      path: string
      count: number
      cookies?: string[]
      list?: ShownList
    }
  | { kind: "await"; id: string }
  | { kind: "count" }

/** Milliseconds of the machine's clock, which other processes share. */
export type StreamAnswer =
  | { kind: "open" }
  | { kind: "heard"; id: string; at: number[] }
  | { kind: "counted"; told: number; starts: number; loads: number; loading: number }

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

const counted = { told: 0, starts: 0, loads: 0, loading: 0 }
/** As `ui/live/live.ts` spreads the loads of a list. */
const SPREAD_MS = 3_000

/** What a browser does with a change of the list that it shows: takes it in, or loads the page a little later. */
function readList({ host, port, list }: Open, cookie: string | undefined) {
  let waiting = false
  return (change: ListChange) => {
    counted.told += 1
    if (change.name === "class.started") counted.starts += 1
    if (!list || waiting || isSettled(change, list.listed)) return
    waiting = true
    counted.loading += 1
    setTimeout(() => {
      waiting = false
      const headers = cookie ? { cookie } : {}
      get({ host, port, path: list.page, headers, agent: false }, (reply) => {
        reply.resume().once("end", () => {
          counted.loads += 1
          counted.loading -= 1
        })
      }).once("error", () => process.exit(1))
    }, Math.random() * SPREAD_MS)
  }
}

function openOne(order: Open, cookie: string | undefined): Promise<void> {
  const { host, port, path } = order
  const read = order.list && readList(order, cookie)
  return new Promise((resolve, reject) => {
    const headers = cookie ? { cookie } : {}
    const asked = get({ host, port, path, headers, agent: false }, (reply) => {
      if (reply.statusCode !== 200) return reject(new Error(`${path} answered ${reply.statusCode}`))
      let text = ""
      reply.setEncoding("utf8")
      reply.on("data", (chunk: string) => {
        text += chunk
        for (const [, id] of text.matchAll(/"id":"(told-\d+)"[^\n]*\n\n/g)) if (id) note(id)
        if (read) for (const [, told] of text.matchAll(/^data: (.*)\n\n/gm)) read(JSON.parse(told ?? ""))
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
      await openOne(order, order.cookies?.[left % order.cookies.length])
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  total = order.count
  answer({ kind: "open" })
}

process.once("disconnect", () => process.exit())
process.on("message", (order: StreamOrder) => {
  if (order.kind === "open") return void open(order)
  if (order.kind === "count") return answer({ kind: "counted", ...counted })
  wanted = order.id
  tellIfAll()
})
