import { fork } from "node:child_process"
import type { LoadOrder, Tally } from "../load-worker.ts"
import type { World } from "./world.ts"

export type { WireRequest } from "../load-worker.ts"

/** Open connections of every load, HTTP and database alike. */
export const CONNECTIONS = 16

/**
 * Sends an order's requests from a process of its own, so that measuring doesn't share an event loop with
 * this one. Throws when a response was not 2xx, because a refusal is quicker than the measured work.
 */
export async function sendLoad(world: World, order: Omit<LoadOrder, "connections">): Promise<Tally> {
  const child = fork(new URL("../load-worker.ts", import.meta.url), { stdio: "inherit" })
  const disown = world.own(() => void child.kill("SIGKILL"))
  try {
    const tally = await new Promise<Tally>((resolve, reject) => {
      child.once("message", (message) => resolve(message as Tally))
      child.once("error", reject)
      child.once("exit", (code, signal) => reject(new Error(`the load ended early with ${signal ?? code}`)))
      child.send({ ...order, connections: CONNECTIONS } satisfies LoadOrder)
    })
    const refused = Object.entries(tally.refusals)
    if (refused.length > 0) {
      const counts = refused.map(([status, count]) => `${count} × ${status}`).join(", ")
      throw new Error(`${order.requests[0]?.path} and its like answered ${counts}: ${tally.firstRefusal}`)
    }
    return tally
  } finally {
    disown()
    child.kill("SIGKILL")
  }
}

/** Requests answered in a second. */
export function rateOf({ answered, ms }: Pick<Tally, "answered" | "ms">): number {
  return (answered * 1_000) / ms
}
