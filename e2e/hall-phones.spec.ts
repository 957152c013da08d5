import type { Browser, Page } from "@playwright/test"
import { chooseClass, endHall, idOf, isKept, seatIn, sendAll, waiting } from "./in-hall.ts"
import { signedIn } from "./people.ts"
import { expect, type Product, test } from "./product.ts"

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Enough for page and rosters, in bytes. */
const SPACE = 4_000_000

/** How much of a phone's space the page may have, in bytes; undefined for as much as there is. */
async function setSpace(phone: Page, { address }: Product, quotaSize?: number): Promise<void> {
  const session = await phone.context().newCDPSession(phone)
  await session.send("Storage.overrideQuotaForOrigin", { origin: address, ...(quotaSize && { quotaSize }) })
}

/** Fills the space that is left for the page. */
async function fillSpace(phone: Page): Promise<void> {
  await phone.evaluate(async () => {
    const opening = indexedDB.open("something-else")
    opening.onupgradeneeded = () => opening.result.createObjectStore("rows", { autoIncrement: true })
    const db = await new Promise<IDBDatabase>((done) => {
      opening.onsuccess = () => done(opening.result)
    })
    const write = (bytes: number) =>
      new Promise<boolean>((done) => {
        const tx = db.transaction("rows", "readwrite")
        tx.objectStore("rows").add(crypto.getRandomValues(new Uint8Array(bytes)))
        tx.oncomplete = () => done(true)
        tx.onabort = () => done(false)
      })
    for (const bytes of [60_000, 6_000, 600, 60]) while (await write(bytes));
    db.close()
  })
}

/** A coach's phone on which the class is open and kept, and then the network goes. */
async function phoneInHall(
  browser: Browser,
  product: Product,
  { coach, class_id, space }: { coach: string; class_id: string; space?: number },
): Promise<Page> {
  const phone = await signedIn(browser, product, coach, PHONE)
  if (space) await setSpace(phone, product, space)
  await phone.goto("/hall")
  await chooseClass(phone, class_id)
  await isKept(phone)
  await phone.context().setOffline(true)
  return phone
}

/** What a coach taps: a student's name, which says that they are there. */
const nameOf = (phone: Page, name: string) =>
  phone.locator("[data-student]").getByRole("button", { name: new RegExp(`^${name}`) })
const stateOf = (phone: Page, student_id: string) => phone.locator(`[data-student="${student_id}"]`)

type Register = { entries: { marks: { state: string }[] }[] }

async function readRegister(page: Page, class_id: string): Promise<Register> {
  return (await page.request.get(`/api/v1/classes/${class_id}/attendance`)).json()
}

test("ATT-08 a phone that runs full says so, shows no mark that it couldn't save, and goes on once there is space", async ({
  browser,
  product,
}) => {
  const coach = await signedIn(browser, product, "meera")
  const [asha, zoya] = [await signedIn(browser, product, "asha"), await signedIn(browser, product, "zoya")]
  const class_id = await seatIn(coach, asha, zoya)
  const phone = await phoneInHall(browser, product, { coach: "meera", class_id, space: SPACE })

  await phone.getByRole("button", { name: "Mark Asha Rao late" }).tap()
  await expect(waiting(phone)).toHaveAttribute("data-unsent", "1")
  await fillSpace(phone)
  await phone.getByRole("button", { name: "Mark Zoya Ahmed late" }).tap()
  await expect(phone.getByText("This phone has no space left, so your last tap wasn't saved.")).toBeVisible()
  await expect(stateOf(phone, await idOf(zoya))).not.toHaveAttribute("data-state", "late")
  await expect(waiting(phone)).toHaveAttribute("data-unsent", "1")

  // What it saved before is sent, although nothing can be written about that.
  await phone.context().setOffline(false)
  await expect
    .poll(async () => {
      await phone.evaluate(() => window.dispatchEvent(new Event("online")))
      const { entries } = await readRegister(coach, class_id)
      return entries.flatMap(({ marks }) => marks.map(({ state }) => state))
    })
    .toEqual(["late"])
  await expect(phone.getByText("We have your entries, but this phone has no space left.")).toBeVisible()
  await expect(stateOf(phone, await idOf(asha))).toHaveAttribute("data-state", "late")

  await setSpace(phone, product)
  await phone.getByRole("button", { name: "Mark Zoya Ahmed late" }).tap()
  await expect(stateOf(phone, await idOf(zoya))).toHaveAttribute("data-state", "late")
  await expect(phone.getByRole("alert")).toHaveCount(0)
  await sendAll(phone)
  expect((await readRegister(coach, class_id)).entries.flatMap(({ marks }) => marks)).toHaveLength(2)
  await endHall(coach.request, class_id)
})

test("ATT-08 two phones of a coach, one a day ahead, give one register, whichever is heard first", async ({
  browser,
  product,
}) => {
  const coach = await signedIn(browser, product, "arjun")
  const [asha, zoya] = [await signedIn(browser, product, "asha"), await signedIn(browser, product, "zoya")]
  const class_id = await seatIn(coach, asha, zoya)
  const first = await phoneInHall(browser, product, { coach: "arjun", class_id })
  const second = await phoneInHall(browser, product, { coach: "arjun", class_id })
  // Somebody sets its clock by hand, after it learned the right time.
  const setAhead = (by: number) =>
    second.evaluate((ahead) => {
      const right = Date.now.bind(Date)
      Date.now = () => right() + ahead
    }, by)
  await setAhead(DAY_MS - MINUTE_MS)

  for (const name of ["Zoya Ahmed", "Asha Rao"]) await nameOf(second, name).tap()
  await expect(waiting(second)).toHaveAttribute("data-unsent", "2")
  // A minute passes there: how far a clock is off is known only as well as answers are quick.
  await setAhead(MINUTE_MS)
  // What was said later counts, although its clock says earlier.
  for (const name of ["Zoya Ahmed", "Asha Rao"]) {
    await nameOf(first, name).tap()
    await first.getByRole("button", { name: `Mark ${name} late` }).tap()
  }
  await expect(waiting(first)).toHaveAttribute("data-unsent", "4")
  for (const phone of [second, first]) {
    await phone.context().setOffline(false)
    await sendAll(phone)
  }
  const ids = [await idOf(asha), await idOf(zoya)]
  for (const phone of [first, second]) {
    await phone.goto("/hall")
    await chooseClass(phone, class_id)
    for (const id of ids) await expect(stateOf(phone, id)).toHaveAttribute("data-state", "late")
  }
  const { entries } = await readRegister(coach, class_id)
  expect(entries.flatMap(({ marks }) => marks)).toHaveLength(6)
  await endHall(coach.request, class_id)
})

test("ATT-08 a substitute whose class was taken back meanwhile reads why the marks are refused, and dismisses them", async ({
  browser,
  product,
}) => {
  const coach = await signedIn(browser, product, "meera", PHONE)
  const office = await signedIn(browser, product, "noor")
  const asha = await signedIn(browser, product, "asha")
  const class_id = await seatIn(coach, asha)
  const given = `/api/v1/classes/${class_id}/substitute`
  const data = { instructor_id: await idOf(await signedIn(browser, product, "arjun")) }
  expect((await office.request.post(given, { data })).ok()).toBe(true)
  const substitute = await phoneInHall(browser, product, { coach: "arjun", class_id })
  await expect(substitute.getByText("In place of Meera Iyer")).toBeVisible()
  await nameOf(substitute, "Asha Rao").tap()
  await expect(waiting(substitute)).toHaveAttribute("data-unsent", "1")

  expect((await office.request.delete(given)).ok()).toBe(true)
  await coach.goto("/hall")
  await chooseClass(coach, class_id)
  await coach.getByRole("button", { name: "Mark Asha Rao late" }).tap()
  await expect(waiting(coach)).toHaveAttribute("data-unsent", "1")
  await sendAll(coach)

  await substitute.context().setOffline(false)
  await substitute.evaluate(() => window.dispatchEvent(new Event("online")))
  const refused = substitute.locator("[data-refused]")
  await expect(refused).toContainText("Asha Rao")
  await expect(refused).toContainText("Somebody else teaches this class now.")
  await refused.getByRole("button", { name: "Dismiss" }).tap()
  await expect(refused).toHaveCount(0)
  const { entries } = await readRegister(office, class_id)
  expect(entries.flatMap(({ marks }) => marks.map(({ state }) => state))).toEqual(["late"])
  await endHall(coach.request, class_id)
})

test("ATT-08 the class that is open stays open when it ends and after midnight, with the day that it was", async ({
  browser,
  product,
}) => {
  const coach = await signedIn(browser, product, "meera")
  const asha = await signedIn(browser, product, "asha")
  const class_id = await seatIn(coach, asha)
  // Offline, so that no answer tells the phone the right time.
  const phone = await phoneInHall(browser, product, { coach: "meera", class_id })
  // Opened anew, nobody has chosen it.
  await phone.reload()
  const hall = phone.locator("[data-hall]")
  await expect(hall.locator("header")).not.toContainText(/\w{3}, \d|Tomorrow/)
  const open = (await hall.getAttribute("data-hall")) ?? ""
  const choice = phone.getByRole("combobox", { name: "Class" })
  expect(await choice.locator("option").count()).toBeGreaterThan(1)
  for (const ahead of [DAY_MS / 2, DAY_MS]) {
    await phone.evaluate((ms) => {
      const present = Date.now.bind(Date)
      Date.now = () => present() + ms
      document.dispatchEvent(new Event("visibilitychange"))
    }, ahead)
    await expect(choice.locator("optgroup").first()).toHaveAttribute("label", ahead === DAY_MS ? /, / : /./)
    await expect(hall).toHaveAttribute("data-hall", open)
  }
  await expect(hall.locator("header")).toContainText(/\w{3}, \d/)
  await endHall(coach.request, class_id)
})

test("ATT-08 a phone shows the register that it keeps while the product is being upgraded", async ({
  browser,
  product,
}) => {
  const coach = await signedIn(browser, product, "meera")
  const asha = await signedIn(browser, product, "asha")
  const class_id = await seatIn(coach, asha)
  const phone = await phoneInHall(browser, product, { coach: "meera", class_id })
  await phone.context().setOffline(false)
  // What a proxy says that has nothing behind it.
  const [worker] = phone.context().serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as Window & { registration: ServiceWorkerRegistration }
    await scope.registration.navigationPreload.disable()
    const reach = scope.fetch
    scope.fetch = async (...asked) => {
      const { url, mode } = asked[0] as Request
      if (mode !== "navigate") return reach(...asked)
      return new Response(`no answer from ${url}`, { status: 503 })
    }
  })
  await phone.goto("/hall")
  await chooseClass(phone, class_id)
  await expect(stateOf(phone, await idOf(asha))).toBeVisible()
  await endHall(coach.request, class_id)
})
