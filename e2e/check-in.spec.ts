import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { GO } from "../src/ui/live/follow-keys.ts"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { chooseClass, endHall, idOf, isKept, seatIn, signIn } from "./in-hall.ts"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"
import { openCamera } from "./qr-camera.ts"

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
/** From a code in the frame to who it is about: well under a second, and longer where two more browsers are busy. */
const SCAN_WITHIN_MS = 5_000

test("ATT-08 a student checks in by the code on the centre's screen, with her own phone, and a wrong code says so at its field", async ({
  browser,
  product,
}) => {
  const coach = await signedIn(browser, product, "arjun")
  const student = await signedIn(browser, product, "asha", PHONE)
  const class_id = await seatIn(coach, student)
  await coach.goto("/centre?venue=Community+hall")
  await expect(coach.locator("[data-qr*='/check-in?code=']")).toBeVisible()
  await expectAccessibleInBothThemes(coach, "the centre's screen")

  await student.goto("/check-in")
  await student.getByLabel("Code on the screen").fill("000 000")
  await student.getByRole("button", { name: "Check in", exact: true }).tap()
  await expect(student.getByText("This code isn't on the screen any more")).toBeVisible()
  await expect(student.getByLabel("Code on the screen")).toHaveValue("000 000")
  await expectAccessibleInBothThemes(student, "checking in")

  // The phone's own camera app opens the address in the code.
  const address = (await coach.locator("[data-qr]").getAttribute("data-qr")) ?? ""
  await student.goto(address)
  const code = new URL(address).searchParams.get("code") ?? ""
  await expect(student.getByLabel("Code on the screen")).toHaveValue(code)
  await student.getByRole("button", { name: "Check in", exact: true }).tap()
  await expect(student.locator("[data-checked-in]")).toContainText("Karate in the hall")
  expect(await student.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await coach.goto(`/class/${class_id}/register`)
  await coach.locator('[data-verdict="present"]').locator("summary").first().click()
  await expect(coach.getByText(/Checked in by the code on the screen at/)).toBeVisible()
  await endHall(coach.request, class_id)
})

test("ATT-08 at the gate a card is scanned, the child is checked in and handed over, and a refused camera leaves typing", async ({
  browser,
  product,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-camera-"))
  const coach = await signedIn(browser, product, "arjun")
  const student = await signedIn(browser, product, "asha", PHONE)
  const class_id = await seatIn(coach, student)
  const student_id = await idOf(student)
  await student.goto(`/cards/${student_id}`)
  await student.getByRole("button", { name: "Make a card" }).tap()
  await expect(student.locator("[data-card]")).toBeVisible()
  await expectAccessibleInBothThemes(student, "a card")
  const { text } = (await (await student.request.get(`/api/v1/students/${student_id}/card`)).json()) as {
    text: string
  }

  const guardian = await signedIn(browser, product, "sunita", PHONE)
  await guardian.goto("/family/gate")
  await expect(guardian.locator("[data-gate-code]")).toHaveText(/^\w{4} \w{4}$/)
  await guardian.getByLabel("Name of somebody who may collect").first().fill("Kamala Rao")
  await guardian.getByRole("button", { name: "Add" }).first().tap()
  await expect(guardian.getByText("Kamala Rao may collect now")).toBeVisible()
  await expectAccessibleInBothThemes(guardian, "the guardian's code")

  const gate = await openCamera(product, { path: join(folder, "card.y4m"), text })
  await signIn(gate.request, "noor")
  // Reached in place, as after signing in, it is loaded with what the reader of codes needs.
  await gate.goto("/attendance")
  await gate.locator("html[data-ready]").waitFor()
  const loaded = gate.waitForEvent("load")
  await gate.evaluate(
    (go) => window.dispatchEvent(new CustomEvent(go, { detail: "/gate", cancelable: true })),
    GO,
  )
  await loaded
  await expect(gate).toHaveURL(/\/gate$/)
  await gate.locator("html[data-ready]").waitFor()
  await gate.getByRole("button", { name: "Scan a code or a card" }).tap()
  await gate.locator("video[data-scanning]").waitFor()
  const from = Date.now()
  const child = gate.locator(`[data-gate-child="${student_id}"]`)
  await expect(child).toBeVisible({ timeout: 10_000 })
  expect(Date.now() - from).toBeLessThan(SCAN_WITHIN_MS)
  await gate.getByRole("button", { name: "Stop scanning" }).tap()
  // She may have been checked in for another class of today, which has ended.
  const seat = child.locator(`[data-gate-class="${class_id}"]`)
  await seat.getByRole("button", { name: "Check in" }).tap()
  await expect(seat.getByText(/^Here since/)).toBeVisible()
  await expectAccessibleInBothThemes(gate, "the gate")
  await seat.getByLabel("Collected by").selectOption({ label: "Somebody else…" })
  await seat.getByRole("button", { name: "Sign out" }).tap()
  await expect(seat.getByText("Enter a name")).toBeVisible()
  await seat.getByLabel("Name", { exact: true }).fill("Grandfather")
  const signOuts = "**/gate/sign-outs"
  await gate.route(signOuts, (route) => route.abort())
  await seat.getByRole("button", { name: "Sign out" }).tap()
  // It is said where staff look, who may have scrolled far below the code.
  await expect(seat.getByRole("alert")).toHaveText(
    "We couldn't be reached. Check the connection and try again.",
  )
  await gate.unroute(signOuts)
  await seat.getByRole("button", { name: "Sign out" }).tap()
  await expect(seat.getByText(/^With Grandfather since/)).toBeVisible()
  // While the class goes on she may come back.
  await expect(seat.getByRole("button", { name: "Check in" })).toBeVisible()
  expect(await gate.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  // A blocked card is no card.
  await student.getByRole("button", { name: "Block this card" }).tap()
  await expect(student.locator("[data-card]")).toHaveCount(0)
  const refused = await openCamera(product, { path: join(folder, "none.y4m"), text, refused: true })
  await signIn(refused.request, "noor")
  await refused.goto("/gate")
  await refused.locator("html[data-ready]").waitFor()
  await refused.getByRole("button", { name: "Scan a code or a card" }).tap()
  await expect(refused.getByText("The camera isn't allowed.")).toBeVisible()
  await refused.getByLabel("Guardian's code").fill(text)
  await refused.getByRole("button", { name: "Show" }).tap()
  await expect(refused.getByText("This isn't a guardian's code for today")).toBeVisible()
  await endHall(coach.request, class_id)
  await gate.context().browser()?.close()
  await refused.context().browser()?.close()
  rmSync(folder, { recursive: true, force: true })
})

test("ATT-08 a coach scans cards without a network, and the register says so once there is one", async ({
  browser,
  product,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-camera-"))
  const coach = await signedIn(browser, product, "arjun")
  const student = await signedIn(browser, product, "zoya")
  const class_id = await seatIn(coach, student)
  const student_id = await idOf(student)
  const made = await student.request.post(`/api/v1/students/${student_id}/card`)
  const { text } = (await made.json()) as { text: string }

  const phone = await openCamera(product, { path: join(folder, "card.y4m"), text })
  await signIn(phone.request, "arjun")
  await phone.goto("/teacher-dashboard")
  await phone.locator("html[data-ready]").waitFor()
  await phone.locator('a[href="/hall"]').filter({ visible: true }).first().tap()
  await chooseClass(phone, class_id)
  await expect(phone.locator(`[data-student="${student_id}"]`)).toBeVisible()
  // The page is kept, and with it the reader of codes.
  await isKept(phone)
  const readerIsKept = () =>
    phone.evaluate(async () => {
      const requests = (
        await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      ).flat()
      return requests.some(({ url }) => url.endsWith(".wasm"))
    })
  await expect.poll(readerIsKept).toBe(true)
  await phone.context().setOffline(true)
  await phone.goto("/hall")
  await chooseClass(phone, class_id)
  await phone.getByRole("button", { name: "Scan cards" }).tap()
  await expect(phone.locator("[data-scanned]")).toHaveText("Zoya Ahmed: present")
  await expect(phone.locator(`[data-student="${student_id}"]`)).toHaveAttribute("data-state", "present")
  await expect(phone.locator("[data-unsent]")).toHaveAttribute("data-unsent", "1")
  await phone.context().setOffline(false)
  type Register = { entries: { student_id: string; marks: { by_card: boolean }[] }[] }
  await expect
    .poll(
      async () => {
        await phone.evaluate(() => window.dispatchEvent(new Event("online")))
        const answer = await coach.request.get(`/api/v1/classes/${class_id}/attendance`)
        const { entries } = (await answer.json()) as Register
        return entries.find((entry) => entry.student_id === student_id)?.marks.map(({ by_card }) => by_card)
      },
      { timeout: 60_000 },
    )
    .toEqual([true])
  await endHall(coach.request, class_id)
  await phone.context().browser()?.close()
  rmSync(folder, { recursive: true, force: true })
})
