import type { Page } from "@playwright/test"
import { v7 } from "uuid"
import type { Benchmark } from "./rig/figures.ts"
import { postJson, startOwnClass } from "./rig/live-class.ts"
import { browserCookies } from "./rig/people.ts"
import type { World } from "./rig/world.ts"

const STROKES = 5_000
const POINTS = 40
const AT_ONCE = 100
const VISITS = 5

/** A wave, as a stroke of a pen. All are on one page, which is the most that a browser has to draw at once. */
function stroke(index: number) {
  const points = Array.from({ length: POINTS }, (_, at) => [
    ((index * 37) % 1_480) + at * 3,
    ((index * 53) % 860) + Math.round(20 + 18 * Math.sin(at / 3)),
    50,
  ])
  const look = { kind: "pen", ink: "blue", size: 4, text: "" }
  return { ...look, id: v7(), page: 0, version: 1, gone: false, points: points.flat() }
}

/** Starts a class whose whiteboard is open and full. */
async function fillWhiteboard(world: World) {
  const product = await world.product()
  const { id, instructor } = await startOwnClass(world)
  const room = `${product.address}/api/v1/classes/${id}/room`
  for (let from = 0; from < STROKES; from += AT_ONCE) {
    const items = Array.from({ length: AT_ONCE }, (_, at) => stroke(from + at))
    await postJson(`${room}/whiteboard`, instructor, { items })
  }
  await postJson(`${room}/policy`, instructor, { whiteboard: true }, "PATCH")
  return { address: product.address, path: `/class/${id}/room`, cookie: instructor }
}

/** Notes when the page shows all strokes. */
const watch = (page: Page) =>
  page.addInitScript((count) => {
    function look(): void {
      if (document.querySelectorAll("[data-item]").length < count) requestAnimationFrame(look)
      // The frame after the one in which all are there.
      else requestAnimationFrame(() => Object.assign(window, { shownAt: performance.now() }))
    }
    requestAnimationFrame(look)
  }, STROKES)

/** Returns the ms from the request for what was drawn to the frame that shows all of it. */
async function measureVisit(
  world: World,
  { address, path, cookie }: Awaited<ReturnType<typeof fillWhiteboard>>,
) {
  const context = await (await world.browser()).newContext()
  try {
    await context.addCookies(browserCookies(cookie, address))
    const page = await context.newPage()
    await watch(page)
    await page.goto(address + path)
    await page.waitForFunction(() => "shownAt" in window, undefined, { timeout: 60_000 })
    return await page.evaluate(() => {
      const asked = performance
        .getEntriesByType("resource")
        .find(({ name }) => name.endsWith("/room/whiteboard"))
      return (window as unknown as { shownAt: number }).shownAt - (asked?.startTime ?? 0)
    })
  } finally {
    await context.close()
  }
}

/** A full whiteboard, opened by its instructor: students wait until somebody of the staff is in the room. */
export const whiteboardOpen: Benchmark = {
  name: "whiteboard-open",
  async run(world) {
    const full = await fillWhiteboard(world)
    const times: number[] = []
    for (let visit = 0; visit < VISITS; visit += 1) times.push(await measureVisit(world, full))
    times.sort((one, other) => one - other)
    const [least = 0, middle = 0, most = 0] = [times[0], times[Math.floor(VISITS / 2)], times.at(-1)]
    return [
      {
        what: "A whiteboard of 5,000 strokes opens",
        budget: "whiteboard-open",
        value: middle / 1_000,
        shown: `${Math.round(middle)} ms (${Math.round(least)} to ${Math.round(most)})`,
        method: `${VISITS} first visits of a class's room in Chromium: from the request for the ${STROKES} strokes of ${POINTS} points on one page to the frame that shows all of them`,
      },
    ]
  },
}
