import { setTimeout as delay } from "node:timers/promises"
import type { Browser, BrowserContext, CDPSession, Locator, Page } from "@playwright/test"
import { browserCookies, type Cookie } from "./people.ts"

export type Arrival = {
  /** From the click to the first frame shown, in milliseconds. */
  ms: number
  /** Paths asked of the page's own server between the click and the socket's handshake, files left out. */
  requests: string[]
}

/** How long a pointer rests on a button before it is pressed, in milliseconds: less than people take. */
export const HOVER_MS = 150
/** How long a finger is on the glass: less than people take. */
export const TAP_MS = 60
/** Nobody presses in the moment in which a page is ready, and still asks for what it shows live. */
const SETTLED_MS = 500
const FRAME_WITHIN_MS = 20_000

/** In the page: notes when it was clicked and when a video first showed a frame, as times of the day. */
function watchForFrame(): void {
  const marks = sessionStorage
  const now = (at: number) => String(performance.timeOrigin + at)
  document.addEventListener("click", (event) => marks.setItem("bench.click", now(event.timeStamp)), true)
  const seen = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const video of document.querySelectorAll("video")) {
      if (seen.has(video)) continue
      seen.add(video)
      video.requestVideoFrameCallback((at) => {
        if (!marks.getItem("bench.frame")) marks.setItem("bench.frame", now(at))
      })
    }
  }).observe(document, { childList: true, subtree: true })
}

const FILES = /^\/(assets|images)\/|\.(js|css|svg|ico|woff2)$/

type Asked = { id: string; url: string; at: number }

async function watchRequests(session: CDPSession, origin: string) {
  const asked: Asked[] = []
  /** What the browser had kept from before wasn't asked of the server. */
  const kept = new Set<string>()
  let socketAt = Number.POSITIVE_INFINITY
  session.on("Network.requestWillBeSent", ({ request, requestId: id, wallTime }) => {
    const url = new URL(request.url)
    if (url.origin === origin && !FILES.test(url.pathname))
      asked.push({ id, url: request.url, at: wallTime * 1_000 })
  })
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) kept.add(requestId)
  })
  session.on("Network.webSocketWillSendHandshakeRequest", ({ wallTime }) => {
    socketAt = Math.min(socketAt, wallTime * 1_000)
  })
  await session.send("Network.enable")
  return (clickedAt: number) =>
    asked
      .filter(({ id, at }) => at >= clickedAt && at <= socketAt && !kept.has(id))
      .map(({ url }) => new URL(url).pathname)
}

/** A finger goes down on a part of the page, and up again. */
async function tap(session: CDPSession, part: Locator): Promise<void> {
  await part.scrollIntoViewIfNeeded()
  const box = await part.boundingBox()
  if (!box) throw new Error("there is nothing to tap")
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints })
  await delay(TAP_MS)
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
}

export async function openContext(
  browser: Browser,
  address: string,
  cookie?: Cookie,
  hasTouch = false,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch })
  if (cookie) await context.addCookies(browserCookies(cookie, address))
  return context
}

/**
 * Opens a page as a first visit, clicks what `button` selects, and waits for the first frame of a video. A finger comes
 * without warning; a pointer rests on the button first.
 */
export async function measureArrival(
  browser: Browser,
  visit: { address: string; path: string; button: string; cookie?: Cookie },
  by: "pointer" | "finger" = "pointer",
): Promise<Arrival> {
  const context = await openContext(browser, visit.address, visit.cookie, by === "finger")
  try {
    await context.addInitScript(watchForFrame)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const requestsSince = await watchRequests(session, visit.address)
    await page.goto(visit.address + visit.path, { waitUntil: "load" })
    await page.waitForSelector("html[data-ready]")
    await delay(SETTLED_MS)
    const button = page.locator(visit.button).first()
    if (by === "finger") await tap(session, button)
    else {
      await button.hover()
      await delay(HOVER_MS)
      await button.click({ noWaitAfter: true })
    }
    const { clickedAt, shownAt } = await waitForFrame(page)
    return { ms: shownAt - clickedAt, requests: requestsSince(clickedAt) }
  } finally {
    await context.close()
  }
}

async function waitForFrame(page: Page): Promise<{ clickedAt: number; shownAt: number }> {
  await page.waitForFunction(() => sessionStorage.getItem("bench.frame"), null, {
    timeout: FRAME_WITHIN_MS,
    polling: 100,
  })
  return page.evaluate(() => ({
    clickedAt: Number(sessionStorage.getItem("bench.click")),
    shownAt: Number(sessionStorage.getItem("bench.frame")),
  }))
}
