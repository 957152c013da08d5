import type { Browser, Page } from "@playwright/test"
import { countScripts, type Received } from "../e2e/script-bytes.ts"
import type { Benchmark, BudgetName, Figure } from "./rig/figures.ts"
import { startOwnClass } from "./rig/live-class.ts"
import { browserCookies, type Cookie, signInDemo } from "./rig/people.ts"
import type { World } from "./rig/world.ts"

const STUDENT = "asha@demo.kaksha.example"

type Visit = {
  what: string
  path: string
  budget: BudgetName
  cookie?: Cookie
  ready?: (page: Page) => Promise<unknown>
}

async function measureVisit(
  browser: Browser,
  address: string,
  visit: Visit,
  encoding: "gzip" | "br",
): Promise<Received> {
  const context = await browser.newContext({ extraHTTPHeaders: { "accept-encoding": encoding } })
  try {
    if (visit.cookie) await context.addCookies(browserCookies(visit.cookie, address))
    const page = await context.newPage()
    const settle = await countScripts(page)
    const answer = await page.goto(address + visit.path, { waitUntil: "load" })
    if (answer?.status() !== 200) throw new Error(`${visit.path} answered ${answer?.status()}`)
    if (new URL(page.url()).pathname !== visit.path) throw new Error(`${visit.path} led to ${page.url()}`)
    await visit.ready?.(page)
    return await settle()
  } finally {
    await context.close()
  }
}

const hydrated = (page: Page) => page.waitForSelector("html[data-ready]")

async function planVisits(world: World): Promise<Visit[]> {
  const cookie = await signInDemo(await world.product(), STUDENT)
  return [
    { what: "Script of the home page", path: "/", budget: "script-home" },
    { what: "Script of the catalogue", path: "/courses", budget: "script-catalogue", ready: hydrated },
    {
      what: "Script of the catalogue, signed in",
      path: "/courses",
      budget: "script-catalogue-signed-in",
      cookie,
      ready: hydrated,
    },
    {
      what: "Script of a program's page",
      path: "/courses/learn-to-swim",
      budget: "script-program",
      ready: hydrated,
    },
    {
      what: "Script of a program's page, signed in",
      path: "/courses/learn-to-swim",
      budget: "script-program-signed-in",
      cookie,
      ready: hydrated,
    },
    { what: "Script of the sign-in page", path: "/auth", budget: "script-sign-in", ready: hydrated },
    {
      what: "Script of the student dashboard",
      path: "/student-dashboard",
      budget: "script-dashboard",
      cookie,
      ready: hydrated,
    },
    {
      what: "Script of the live room",
      path: `/class/${(await startOwnClass(world, [STUDENT])).id}/room`,
      budget: "script-room",
      cookie,
      ready: (page) => page.waitForSelector('[data-connection-state="connected"]'),
    },
  ]
}

async function measure(world: World, visit: Visit): Promise<Figure> {
  const { address } = await world.product()
  const browser = await world.browser()
  const gzip = await measureVisit(browser, address, visit, "gzip")
  const brotli = await measureVisit(browser, address, visit, "br")
  const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
  return {
    what: visit.what,
    budget: visit.budget,
    value: gzip.bytes,
    shown: `${kB(gzip.bytes)} gzip`,
    method: `bytes of ${gzip.files} scripts received by Chromium on a first visit of ${visit.path.replace(/[\da-f]{8}-[\da-f-]{27}/, "{id}")}; ${kB(brotli.bytes)} with brotli`,
  }
}

/** JavaScript on the wire of a first visit, counted in Chromium. */
export const scriptBytes: Benchmark = {
  name: "script-bytes",
  async run(world) {
    const figures: Figure[] = []
    for (const visit of await planVisits(world)) figures.push(await measure(world, visit))
    return figures
  },
}
