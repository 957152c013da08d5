import { setTimeout as delay } from "node:timers/promises"
import type { Page } from "@playwright/test"
import type { DrawingOrder, DrawingTally } from "./drawing-worker.ts"
import type { Benchmark } from "./rig/figures.ts"
import { type LiveClass, postJson, startOwnClass } from "./rig/live-class.ts"
import { browserCookies, makeStudents } from "./rig/people.ts"
import { nextMessage, startProcess } from "./rig/processes.ts"
import type { World } from "./rig/world.ts"

const PEOPLE = 30
const SLOWER = 4
const PHONE = { width: 390, height: 844 }
const DRAW_MS = 20_000
/** The first strokes warm the page's code up. */
const WARM_MS = 3_000

type Frames = { longest: number; over: number; frames: number; tasks: number[] }

/** In the page: notes when each frame began, and which tasks took longer than 50 ms. */
function noteFrames(): void {
  const frames: number[] = []
  const tasks: { at: number; ms: number }[] = []
  Object.assign(window, { noted: { frames, tasks } })
  const next = () => {
    frames.push(performance.now())
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration })
  }).observe({ type: "longtask" })
}

/** What the page's frames were like from now on, for so long. */
async function watchFrames(page: Page, ms: number): Promise<Frames> {
  const from = await page.evaluate(() => performance.now())
  await delay(ms)
  return page.evaluate((since) => {
    const { frames, tasks } = (
      window as unknown as { noted: { frames: number[]; tasks: { at: number; ms: number }[] } }
    ).noted
    const times = frames.filter((at) => at >= since)
    const steps = times.slice(1).map((at, index) => at - (times[index] ?? at))
    return {
      longest: Math.max(...steps),
      over: steps.filter((step) => step > 50).length,
      frames: steps.length,
      tasks: tasks.filter(({ at }) => at >= since).map((task) => task.ms),
    }
  }, from)
}

/** Opens the whiteboard of a class on a slow phone. */
async function openPhone(world: World, { id, instructor }: LiveClass): Promise<Page> {
  const { address } = await world.product()
  const context = await (await world.browser()).newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    hasTouch: true,
  })
  await context.addCookies(browserCookies(instructor, address))
  // Encoding an own picture is no part of drawing.
  await context.addInitScript(
    ([key]) => sessionStorage.setItem(key, JSON.stringify({ microphone: false, camera: false })),
    [`kaksha.room.${id}`] as const,
  )
  await context.addInitScript(noteFrames)
  const page = await context.newPage()
  await page.goto(`${address}/class/${id}/room`)
  await page.locator("[data-whiteboard=ready]").waitFor()
  const session = await context.newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER })
  return page
}

/** A class whose students all draw at once, watched on a phone. */
export const drawingTogether: Benchmark = {
  name: "drawing-together",
  async run(world) {
    const product = await world.product()
    const database = await world.database()
    const own = await startOwnClass(world)
    const cookies = await makeStudents(product, database, PEOPLE)
    await database.pool.query(
      `insert into class_enrollments (id, class_id, student_id)
       select uuidv7(), $1, user_id from students where email like '%@bench.kaksha.example'
       order by created_at desc, user_id limit $2`,
      [own.id, PEOPLE],
    )
    const room = `${product.address}/api/v1/classes/${own.id}/room`
    await postJson(`${room}/policy`, own.instructor, { whiteboard: true, drawing: true }, "PATCH")
    const page = await openPhone(world, own)
    const watcher = await identityOf(page)
    const child = startProcess(world, "drawing-worker.ts")
    const order = {
      address: product.address,
      classId: own.id,
      cookies,
      watcher,
      ms: WARM_MS + DRAW_MS + 2_000,
    }
    child.send(order satisfies DrawingOrder)
    await nextMessage<string>(child)
    child.send("begin")
    await delay(WARM_MS)
    const frames = await watchFrames(page, DRAW_MS)
    const { strokes, packets } = await nextMessage<DrawingTally>(child)
    const shown = Number(await page.locator("[data-items]").getAttribute("data-items"))
    await page.context().close()
    if (shown < strokes * 0.9) throw new Error(`${shown} of ${strokes} strokes were shown`)
    const longest = Math.max(0, ...frames.tasks)
    return [
      {
        what: `${PEOPLE} people draw at once: the longest frame on a slow phone`,
        budget: "drawing-frame",
        value: longest,
        shown: longest === 0 ? "under 50 ms" : `${longest.toFixed(0)} ms`,
        method: `Chromium ${SLOWER} times slowed in a window of ${PHONE.width}x${PHONE.height}, for ${DRAW_MS / 1_000} s in which ${PEOPLE} students of one process sent ${packets} packets and ${strokes} strokes; the longest of ${frames.tasks.length} tasks of the page's thread over 50 ms; ${frames.frames} frames came, ${frames.over} of them more than 50 ms after the one before, ${frames.longest.toFixed(0)} ms at most`,
      },
    ]
  },
}

async function identityOf(page: Page): Promise<string> {
  const tile = page.locator("[data-participant]").first()
  await tile.waitFor({ state: "attached" })
  return (await tile.getAttribute("data-participant")) ?? ""
}
