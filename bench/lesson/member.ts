import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContextOptions, CDPSession, ElementHandle, Page } from "@playwright/test"
import { launchFirefox } from "../../e2e/engines/puppeteer-driver.ts"
import { signInAs } from "../../e2e/engines/sign-in.ts"
import { type Driver, Tab, usedOnce } from "../../e2e/engines/tab.ts"
import { openPerson } from "../poor/instructor.ts"
import type { Link } from "../poor/link.ts"
import { certificateOf, passDoor, readKept } from "../rig/lan.ts"
import type { Product } from "../rig/product.ts"
import type { World } from "../rig/world.ts"
import { type Noted, noteLesson } from "./noted.ts"
import { ownChildren, type Usage, usageOf } from "./processes.ts"

export const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1_280, height: 720 }
const PLACE = { locale: "en-IN", timezoneId: "Asia/Kolkata" }

/** A person of the lesson in a browser of their own. */
export type Member = {
  name: string
  tab: Tab
  /** Of Chromium alone. */
  page: Page | null
  /** When they were in the room first, in ms of the day. */
  since: number
  usage(): Usage
  /** The page's own memory after it was tidied, in MB, and how many nodes and listeners it has; null in Firefox. */
  heap(): Promise<Heap | null>
  noted(): Promise<Noted>
}
export type Heap = { megabytes: number; nodes: number; listeners: number }

export type Lan = { product: Product; lan: string; link: Link }

/** Playwright's page for journeys that are written for each engine. A finger draws where there is no mouse. */
function driverOf(page: Page, finger: CDPSession | null): Driver {
  return {
    async goto(address) {
      await page.goto(address, { waitUntil: "domcontentloaded" })
    },
    run: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    async find(expression) {
      const found = await page.evaluateHandle<unknown>(expression)
      const element = found.asElement() as ElementHandle<Element> | null
      return (
        element &&
        usedOnce(element, {
          click: () => (finger ? element.tap() : element.click()),
          type: (words) => element.fill(words),
        })
      )
    },
    async draw(places) {
      const [start, ...others] = places
      if (!start) return
      if (finger) return drawByFinger(finger, places)
      await page.mouse.move(...start)
      await page.mouse.down()
      for (const place of others) await page.mouse.move(...place, { steps: 8 })
      await page.mouse.up()
    },
    async resize(width, height) {
      await page.setViewportSize({ width, height })
    },
    picture: () => page.screenshot(),
    close: () => page.context().close(),
  }
}

async function drawByFinger(finger: CDPSession, places: [x: number, y: number][]): Promise<void> {
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints })
  for (const [at, [x, y]] of places.entries()) await touch(at === 0 ? "touchStart" : "touchMove", [{ x, y }])
  await touch("touchEnd", [])
}

/** Runs `launch` and returns the process that it started as well. */
async function launched<T>(launch: () => Promise<T>): Promise<[T, number]> {
  const before = new Set(ownChildren())
  const made = await launch()
  const pid = ownChildren().find((one) => !before.has(one))
  if (!pid) throw new Error("the browser's process wasn't found")
  return [made, pid]
}

const EMAIL = (name: string) => `${name}@demo.kaksha.example`

async function signIn(tab: Tab, { product }: Lan, name: string): Promise<void> {
  const people = readKept<{ email: string; password: string }[]>(product, "demo-people.json")
  const password = people.find(({ email }) => email === EMAIL(name))?.password
  if (!password) throw new Error(`there is no demo person ${name}`)
  await signInAs(tab, EMAIL(name), password)
}

const noted = (tab: Tab) => tab.run<Noted>("window.noted()")

type Wanted = { name: string; at?: "phone" | "desktop"; voice?: boolean }

/** Opens Chromium for a person and signs them in. A phone is on the other side of the link, and has to pass the door. */
export async function openChromium(world: World, lan: Lan, { name, at = "desktop", voice }: Wanted) {
  const isPhone = at === "phone"
  const { cert } = certificateOf(lan.product)
  const program = isPhone
    ? { program: lan.link.chromium(process.env.CHROMIUM_PATH ?? "/usr/bin/chromium") }
    : {}
  const [browser, pid] = await launched(() =>
    openPerson(world, { cert, ...program, ...(voice && { voice }) }),
  )
  const screen: BrowserContextOptions = isPhone
    ? { viewport: PHONE, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
    : { viewport: DESKTOP }
  const context = await browser.newContext({ ...PLACE, ...screen })
  if (isPhone) await passDoor(context, lan.lan, lan.product)
  await context.addInitScript(noteLesson)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send("Performance.enable")
  const tab = new Tab(driverOf(page, isPhone ? session : null), lan.lan)
  await signIn(tab, lan, name)
  return {
    ...{ name, tab, page, since: 0 },
    usage: () => usageOf(pid),
    noted: () => noted(tab),
    async heap() {
      await session.send("HeapProfiler.collectGarbage")
      const { metrics } = await session.send("Performance.getMetrics")
      const metric = (of: string) => metrics.find((one) => one.name === of)?.value ?? 0
      return {
        ...{ megabytes: metric("JSHeapUsedSize") / 2 ** 20 },
        ...{ nodes: metric("Nodes"), listeners: metric("JSEventListeners") },
      }
    },
  } satisfies Member
}

/** The same in Firefox, which says nothing about its memory but how much its processes have. */
export async function openFirefox(world: World, lan: Lan, name: string): Promise<Member> {
  const [browser, pid] = await launched(() =>
    launchFirefox({ acceptInsecureCerts: true }, `(${noteLesson.toString()})()`),
  )
  world.own(() => browser.close())
  const tab = new Tab(await browser.open(DESKTOP.width, DESKTOP.height), lan.lan)
  await signIn(tab, lan, name)
  return {
    ...{ name, tab, page: null, since: 0 },
    usage: () => usageOf(pid),
    noted: () => noted(tab),
    heap: async () => null,
  }
}

/** Keeps a picture of what a person sees, to be looked at. */
export async function keepPicture({ name, tab }: Member, folder: string, what: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${what}-${name}.png`), await tab.picture())
}
