import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BrowserContext, chromium, type Page } from "@playwright/test"
import playwrightConfig from "../playwright.config.ts"
import type { Benchmark } from "./rig/figures.ts"
import { type LiveClass, scheduleOwnClass } from "./rig/live-class.ts"
import { browserCookies, makeStudents } from "./rig/people.ts"
import type { World } from "./rig/world.ts"

const STUDENTS = 60
const STARTS = 7
/** So many times slower than this machine, as Lighthouse slows a phone. */
const SLOWER = 4

/** A class in a hall that begins now, with a seat for each of the students. */
async function fillHall(world: World): Promise<LiveClass> {
  const database = await world.database()
  await makeStudents(await world.product(), database, STUDENTS)
  const { rows } = await database.pool.query<{ email: string }>(
    "select email from students where first_name = 'Bench' order by user_id desc limit $1",
    [STUDENTS],
  )
  return scheduleOwnClass(
    world,
    rows.map(({ email }) => email),
    "A hall",
  )
}

function openPhone(profile: string, offline: boolean): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    ...playwrightConfig.use?.launchOptions,
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, offline },
  })
}

/** Opens the register once with a network, until page and roster are kept. */
async function keepRegister(profile: string, address: string, { instructor }: LiveClass): Promise<void> {
  const phone = await openPhone(profile, false)
  await phone.addCookies(browserCookies(instructor, address))
  const page = await phone.newPage()
  await page.goto(`${address}/hall`)
  await page
    .locator("[data-hall] [data-student]")
    .nth(STUDENTS - 1)
    .waitFor()
  while (!(await page.evaluate(async () => Boolean(await caches.match("/hall")))))
    await page.waitForTimeout(100)
  await phone.close()
}

/** Notes when the page shows the whole roster. */
const watch = (page: Page) =>
  page.addInitScript((count) => {
    function look(): void {
      if (document.querySelectorAll("[data-hall] [data-student]").length < count) requestAnimationFrame(look)
      // The frame after the one in which all are there.
      else requestAnimationFrame(() => Object.assign(window, { shownAt: performance.now() }))
    }
    requestAnimationFrame(look)
  }, STUDENTS)

/** Returns the ms from opening the address to the frame that shows the roster, in a browser that has just started. */
async function measureStart(profile: string, address: string): Promise<number> {
  const phone = await openPhone(profile, true)
  try {
    const page = await phone.newPage()
    const session = await phone.newCDPSession(page)
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER })
    await watch(page)
    await page.goto(`${address}/hall`)
    await page.waitForFunction(() => "shownAt" in window)
    return await page.evaluate(() => (window as unknown as { shownAt: number }).shownAt)
  } finally {
    await phone.close()
  }
}

/** The coach's register of a class of 60, from a cold start without a network. */
export const hallStart: Benchmark = {
  name: "hall-start",
  async run(world) {
    const { address } = await world.product()
    const profile = mkdtempSync(join(tmpdir(), "kaksha-bench-phone-"))
    const forget = () => rmSync(profile, { recursive: true, force: true })
    world.own(forget)
    await keepRegister(profile, address, await fillHall(world))
    const times: number[] = []
    for (let start = 0; start < STARTS; start += 1) times.push(await measureStart(profile, address))
    times.sort((one, other) => one - other)
    const [least = 0, middle = 0, most = 0] = [times[0], times[Math.floor(STARTS / 2)], times.at(-1)]
    return [
      {
        what: "A coach's register opens without a network",
        budget: "hall-start",
        value: middle / 1_000,
        shown: `${Math.round(middle)} ms (${Math.round(least)} to ${Math.round(most)})`,
        method: `${STARTS} starts of Chromium in flight mode, its pages ${SLOWER} times slower than this machine: from opening the address to the frame that shows a roster of ${STUDENTS}`,
      },
    ]
  },
}
