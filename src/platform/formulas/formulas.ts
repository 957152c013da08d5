import { once } from "node:events"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { SECOND } from "#shared/time.ts"
import type { DrawnTex } from "./tex.ts"

/** Runs as it is, also beside a server that was built into one file. */
const THREAD = createRequire(import.meta.url).resolve("#platform/formulas/tex-thread.ts")

/** Formulas take some milliseconds, but a few hundred letters can be nested so that they would take years. */
const LONGEST_MS = 2 * SECOND
const HEAP_MEGABYTES = 128

let ready: Promise<Worker> | null = null
let turn: Promise<unknown> = Promise.resolve()

async function startThread(): Promise<Worker> {
  const thread = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES }, env: {} })
  await once(thread, "message")
  // It stays for the next formula, and doesn't keep the process.
  thread.unref()
  // Out of memory; told where a formula is waited for.
  thread.on("error", () => undefined)
  thread.once("exit", () => {
    ready = null
  })
  return thread
}

async function draw(tex: string): Promise<DrawnTex | null> {
  ready ??= startThread().catch((error: unknown) => {
    ready = null
    throw error
  })
  const thread = await ready
  const overdue = AbortSignal.timeout(LONGEST_MS)
  const answered = once(thread, "message", { signal: overdue }) as Promise<[DrawnTex]>
  thread.postMessage(tex)
  try {
    return (await answered)[0]
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    await thread.terminate()
    if (name !== "AbortError" && code !== "ERR_WORKER_OUT_OF_MEMORY") throw error
    return null
  }
}

/**
 * Draws one formula, in a thread that has no secrets, a bounded memory and two seconds for each; one after the other.
 * Returns null for one that takes more.
 */
export function drawFormula(tex: string): Promise<DrawnTex | null> {
  const drawn = turn.then(() => draw(tex))
  turn = drawn.catch(() => undefined)
  return drawn
}
