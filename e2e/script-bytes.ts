import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"

/** Scripts that come later than this after the last one belong to no first visit. */
const QUIET_MS = 1_000

export type Received = { bytes: number; files: number }

/**
 * Counts the bytes of scripts as a page receives them from now on, headers left out. What it returns waits until none
 * has come for a second.
 */
export async function countScripts(page: Page): Promise<() => Promise<Received>> {
  const session = await page.context().newCDPSession(page)
  const scripts = new Set<string>()
  const sizes = new Map<string, number>()
  let lastChange = performance.now()
  session.on("Network.requestWillBeSent", ({ request }) => {
    if (/\.m?js(\?|$)/.test(request.url)) lastChange = performance.now()
  })
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.mimeType.includes("javascript")) scripts.add(requestId)
  })
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, (sizes.get(requestId) ?? 0) + encodedDataLength)
    if (scripts.has(requestId)) lastChange = performance.now()
  })
  await session.send("Network.enable")
  return async () => {
    while (performance.now() - lastChange < QUIET_MS) await new Promise((later) => setTimeout(later, 100))
    const received = [...scripts].map((id) => sizes.get(id) ?? 0)
    return { bytes: received.reduce((sum, size) => sum + size, 0), files: received.length }
  }
}

const budgets = JSON.parse(readFileSync(new URL("../bench/budgets.json", import.meta.url), "utf8")) as Record<
  string,
  { at_most?: number }
>

/** The most bytes of script, gzip, that a benchmark allows a page. */
export function scriptBudget(name: `script-${string}`): number {
  const most = budgets[name]?.at_most
  if (most === undefined) throw new Error(`no budget is called ${name}`)
  return most
}
