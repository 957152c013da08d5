import { once } from "node:events"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import type { Item } from "#features/rooms/whiteboard.ts"
import type { PageLooks } from "#features/rooms/whiteboard-svg.ts"
import { SECOND } from "#shared/time.ts"

/** Runs as it is, also beside a server that was built into one file. */
const THREAD = createRequire(import.meta.url).resolve("#features/rooms/server/whiteboard/page-thread.ts")

/** The fullest page takes some seconds. */
export const DRAWING_LIMITS = { seconds: 30, heapMegabytes: 512 }
/** Each holds what is on its page in memory until it has its turn. */
const MOST_WAITING = 16

export type PageToDraw = PageLooks & { items: readonly Item[] }

/** A page that took too long or too much memory, or that too many others were waiting before. */
export class PageNotDrawn extends Error {}

let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Draws a page of a whiteboard as a scalable picture: in a thread, one after the other, because the outlines of a full
 * page would stop the process for seconds. Throws PageNotDrawn.
 */
export async function drawInThread(
  page: PageToDraw,
  limits = DRAWING_LIMITS,
): Promise<Uint8Array<ArrayBuffer>> {
  if (waiting >= MOST_WAITING) throw new PageNotDrawn("too many pages wait to be drawn")
  waiting += 1
  const drawn = turn.then(() => draw(page, limits))
  turn = drawn.catch(() => undefined)
  return drawn.finally(() => {
    waiting -= 1
  })
}

async function draw(page: PageToDraw, { seconds, heapMegabytes }: typeof DRAWING_LIMITS) {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes }
  const thread = new Worker(THREAD, { workerData: page, resourceLimits, env: {} })
  try {
    const overdue = AbortSignal.timeout(seconds * SECOND)
    const [svg] = (await once(thread, "message", { signal: overdue })) as [ArrayBuffer]
    return new Uint8Array(svg)
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    if (name !== "AbortError" && code !== "ERR_WORKER_OUT_OF_MEMORY") throw error
    throw new PageNotDrawn("a page takes too long or too much memory", { cause: error })
  } finally {
    await thread.terminate()
  }
}
