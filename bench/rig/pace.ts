import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"

/** What a server does most: rows to text and back, with their garbage. */
const WORK = `
const { parentPort } = require("node:worker_threads")
const rows = Array.from({ length: 2000 }, (_, n) => ({ id: n, title: "Fractions " + n, at: [n, n + 0.5] }))
const started = performance.now()
for (let round = 0; round < 250; round += 1) JSON.parse(JSON.stringify(rows))
parentPort.postMessage(performance.now() - started)
`

/**
 * Returns how many milliseconds a fixed piece of work takes with every processor at it. Other machines of the same host
 * slow it down, which no load average shows.
 */
export async function measurePace(): Promise<number> {
  const times = await Promise.all(Array.from({ length: availableParallelism() }, workOnce))
  return Math.round(Math.max(...times))
}

function workOnce(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const worker = new Worker(WORK, { eval: true })
  worker.once("message", resolve)
  worker.once("error", reject)
  return promise
}
