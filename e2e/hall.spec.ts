import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type APIRequestContext,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from "@playwright/test"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { chooseClass, isKept, scheduleHall, signIn, waiting } from "./in-hall.ts"
import { expect, type Product, test } from "./product.ts"

const PHONE = { width: 390, height: 844 }
const CHILDREN = 20
const MOST_TAPS = 8
const ABSENT = [3, 9, 15]

/** An installed browser whose profile outlives it, on a phone. */
function openPhone(product: Product, profile: string, online: boolean): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    baseURL: product.address,
    viewport: PHONE,
    hasTouch: true,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    offline: !online,
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  })
}

/** Kills the browser of a profile, as a phone does that runs out of power. */
async function kill(context: BrowserContext, profile: string): Promise<void> {
  const ended = new Promise((done) => context.once("close", done))
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [program = "", ...rest] = readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0")
      const isMain =
        rest.includes(`--user-data-dir=${profile}`) && !rest.some((one) => one.startsWith("--type="))
      if (/chrom/.test(program) && isMain) process.kill(Number(id), "SIGKILL")
    } catch {
      // It ended while it was looked at.
    }
  }
  await ended
}

/** Imports children into a program, as the office does. */
async function importChildren(product: Product, request: APIRequestContext, program: string): Promise<void> {
  await signIn(request, "noor")
  const rows = Array.from({ length: CHILDREN }, (_, at) => {
    const number = String(at + 1).padStart(2, "0")
    return `hall${number}@family.example,Child,${number},8,12/04/2014,Parent ${number},90001000${number},${program}`
  })
  const head = "email,first_name,last_name,grade,date_of_birth,parent_name,parent_phone,courses"
  const data = { kind: "students", text: [head, ...rows].join("\n") }
  const answer = await request.post(`${product.address}/api/v1/admin/imports`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Wakes the service worker as the browser does when a network comes back. */
async function wakeForSync(phone: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await phone.newCDPSession(page)
  const registered = new Promise<string>((done) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) done(own.registrationId)
    })
  })
  await session.send("ServiceWorker.enable")
  const registrationId = await registered
  await session.send("ServiceWorker.dispatchSyncEvent", {
    ...{ origin, registrationId, tag: "send-marks", lastChance: false },
  })
  await session.detach()
}

/** Counts what a coach does with a thumb: each tap, and each digit of the keypad. */
function thumb() {
  const used = { taps: 0 }
  return {
    used,
    async tap(what: Locator) {
      used.taps += 1
      await what.tap()
    },
    async type(what: Locator, digits: string) {
      used.taps += digits.length
      await what.pressSequentially(digits)
    },
  }
}

const statesOf = (page: Page, state: string) => page.locator(`[data-hall] [data-state="${state}"]`)

type WorkerScope = typeof globalThis & {
  held: Record<string, (() => void) | undefined>
  kept: number
}

/** Has the worker hold what comes of the register's page, and how it signs out, until `letGo`. */
async function slowWorker(phone: BrowserContext, page: Page) {
  const [worker] = phone.serviceWorkers()
  if (!worker) throw new Error("there is no service worker")
  await worker.evaluate(() => {
    const scope = globalThis as WorkerScope
    Object.assign(scope, { held: {}, kept: 0 })
    const hold = (name: string) =>
      new Promise<void>((done) => {
        scope.held[name] = done
      })
    const reach = scope.fetch
    scope.fetch = async (...asked) => {
      const path = typeof asked[0] === "string" ? asked[0] : new URL((asked[0] as Request).url).pathname
      if (path === "/logout") await hold(path)
      const answer = await reach(...asked)
      if (path === "/hall") await hold(path)
      return answer
    }
    const { put } = Cache.prototype
    Cache.prototype.put = async function (...kept) {
      await put.apply(this, kept)
      scope.kept += 1
    }
  })
  const isHeld = (path: string) =>
    expect
      .poll(() => worker.evaluate((name) => Boolean((globalThis as WorkerScope).held[name]), path))
      .toBe(true)
  const letGo = (path: string) =>
    worker.evaluate((name) => {
      const { held } = globalThis as WorkerScope
      held[name]?.()
      delete held[name]
    }, path)
  const kept = () => worker.evaluate(() => (globalThis as WorkerScope).kept)
  return {
    isHeld,
    letGo,
    async keep() {
      await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ keepHall: [] }))
      await isHeld("/hall")
    },
    async letKeep() {
      const before = await kept()
      await letGo("/hall")
      await expect.poll(kept).toBeGreaterThan(before)
    },
  }
}

test("ATT-08 a coach takes a register in flight mode with 8 taps, through a kill and a reload, and it arrives once", async ({
  product,
  playwright,
}) => {
  const office = await playwright.request.newContext({ baseURL: product.address })
  const program = "karate-white-to-green-belt"
  await importChildren(product, office, program)
  const { id: course_id } = (await (await office.get(`/api/v1/programs/${program}`)).json()) as { id: string }
  const profile = mkdtempSync(join(tmpdir(), "kaksha-phone-"))
  let phone = await openPhone(product, profile, true)
  await signIn(phone.request, "arjun")
  const class_id = await scheduleHall(phone.request, { course_id, max_capacity: CHILDREN })
  type Day = { classes: { class_id: string; students: object[] }[] }
  await expect
    .poll(async () => {
      const { classes } = (await (await phone.request.get("/api/v1/my/coach-day")).json()) as Day
      return classes.find((one) => one.class_id === class_id)?.students.length
    })
    .toBe(CHILDREN)

  // Online once, so that page and rosters are on the phone.
  const before = await phone.newPage()
  await before.goto("/hall")
  await chooseClass(before, class_id)
  await expect(before.locator(`[data-hall="${class_id}"] [data-student]`)).toHaveCount(CHILDREN)
  await isKept(before)
  await expectAccessibleInBothThemes(before, "the coach's register")
  await phone.close()

  phone = await openPhone(product, profile, false)
  let page = await phone.newPage()
  await page.goto("/hall")
  const hall = page.locator("[data-hall]")
  await expect(hall.locator("[data-student]")).toHaveCount(CHILDREN)
  await expect(waiting(page)).toContainText("Offline")
  const { used, tap, type } = thumb()
  await tap(page.getByRole("button", { name: "Everyone present" }))
  // A tap says the opposite of what is shown.
  await expect(statesOf(page, "present")).toHaveCount(CHILDREN)
  for (const at of ABSENT) await tap(hall.locator("[data-student]").nth(at).getByRole("button").first())
  const count = page.getByLabel("Heads you count")
  await tap(count)
  await type(count, String(CHILDREN - ABSENT.length))
  await tap(page.getByRole("button", { name: "Finish" }))
  await expect(page.locator("[data-finished]")).toBeVisible()
  expect(used.taps).toBeLessThanOrEqual(MOST_TAPS)
  await expect(waiting(page)).toContainText(/\d+ entries waiting to be sent/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  // It stays in sight at the end of the list, and nothing covers it.
  await waiting(page).click({ trial: true })

  await kill(phone, profile)
  phone = await openPhone(product, profile, false)
  page = await phone.newPage()
  await page.goto("/hall")
  await page.reload()
  await expect(statesOf(page, "absent")).toHaveCount(ABSENT.length)
  await expect(statesOf(page, "present")).toHaveCount(CHILDREN - ABSENT.length)
  await expect(page.locator("[data-finished]")).toBeVisible()
  expect(Number(await waiting(page).getAttribute("data-unsent"))).toBeGreaterThan(CHILDREN)

  // The class may begin in some minutes: what was said in the quarter of an hour before it counts.
  await phone.setOffline(false)
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event("online")))
        return waiting(page).getAttribute("data-unsent")
      },
      { timeout: 60_000 },
    )
    .toBe("0")
  type Register = {
    entries: { verdict: string; marks: object[] }[]
    list: { state: string; head_count: number } | null
  }
  const register = (await (
    await phone.request.get(`/api/v1/classes/${class_id}/attendance`)
  ).json()) as Register
  expect(register.list).toMatchObject({ state: "complete", head_count: CHILDREN - ABSENT.length })
  expect(register.entries.filter(({ verdict }) => verdict === "present")).toHaveLength(
    CHILDREN - ABSENT.length,
  )
  expect(register.entries.filter(({ verdict }) => verdict === "absent")).toHaveLength(ABSENT.length)
  expect(register.entries.flatMap(({ marks }) => marks)).toHaveLength(CHILDREN + ABSENT.length)

  await page.goto(`/class/${class_id}/register`)
  await expect(page.locator("[data-list]")).toContainText("The coach's list is complete.")
  await page.locator('[data-verdict="absent"]').first().locator("summary").tap()
  await expect(page.locator("[data-marks]").filter({ visible: true })).toContainText("Absent")

  // A mark outlives the session, and is sent by whoever made it.
  await page.goto("/hall")
  await phone.setOffline(true)
  await page.getByRole("button", { name: "Mark Child 04 late" }).tap()
  await expect(waiting(page)).toHaveAttribute("data-unsent", "1")
  await phone.request.delete("/api/v1/session")
  await phone.setOffline(false)
  await expect(page.getByText("Sign in again to send what waits.")).toBeVisible()
  await expect(waiting(page)).toHaveAttribute("data-unsent", "1")
  await signIn(phone.request, "arjun")
  await page.goto("/hall")
  await expect(waiting(page)).toHaveAttribute("data-unsent", "0")
  await expect(statesOf(page, "late")).toHaveCount(1)

  // With the page closed, the browser wakes the worker once there is a network.
  await phone.setOffline(true)
  await page.getByRole("button", { name: "Mark Child 05 late" }).tap()
  await expect(waiting(page)).toHaveAttribute("data-unsent", "1")
  await page.goto("about:blank")
  await phone.setOffline(false)
  await wakeForSync(phone, page, product.address)
  const marks = async () => {
    const { entries } = (await (
      await phone.request.get(`/api/v1/classes/${class_id}/attendance`)
    ).json()) as Register
    return entries.flatMap((entry) => entry.marks).length
  }
  await expect.poll(marks).toBe(CHILDREN + ABSENT.length + 2)
  // What it sent is still in the register, also before the phone reads the day again.
  await phone.setOffline(true)
  await page.goto("/hall")
  await expect(statesOf(page, "late")).toHaveCount(2)
  await phone.setOffline(false)
  await page.goto("/hall")
  await expect(waiting(page)).toHaveAttribute("data-unsent", "0")

  // Rosters go with the session, and so does a page that is fetched and kept meanwhile, or kept afterwards.
  const worker = await slowWorker(phone, page)
  await page.evaluate(() => void fetch("/logout", { method: "POST" }))
  await worker.isHeld("/logout")
  await worker.keep()
  await worker.letKeep()
  await worker.keep()
  await worker.letGo("/logout")
  const stays = () => page.evaluate(async () => Boolean(await caches.match("/hall")))
  await expect.poll(stays).toBe(false)
  await worker.letKeep()
  await expect.poll(stays).toBe(false)
  await phone.setOffline(true)
  await page.goto("/hall")
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible()
  await phone.close()
  await office.dispose()
  rmSync(profile, { recursive: true, force: true })
})
