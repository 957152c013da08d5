import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "@playwright/test"
import { totpCode } from "../src/features/accounts/server/sign-in/totp.ts"
import { createPool } from "../src/platform/database/db.ts"
import { addressesOf } from "../src/platform/postgres/database.ts"
import { CHILD, fillBirthDate } from "./birth-date.ts"
import { demoPassword, expect, type Product, test } from "./product.ts"

test.use({ productEnv: { INSTRUCTORS_NEED_APPROVAL: "true" } })

const ZOYA = "zoya@demo.kaksha.example"

async function openPage(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.address })
  return context.newPage()
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto("/auth")
  await page.locator(`button[value="${email}"]`).click()
  await expect(page).toHaveURL(/dashboard|admin/)
}

async function enterPassword(page: Page, product: Product): Promise<void> {
  await page.goto("/login")
  await page.getByLabel("Email").fill(ZOYA)
  await page.getByLabel("Password", { exact: true }).fill(demoPassword(product, ZOYA))
  await page.getByRole("button", { name: "Sign In", exact: true }).click()
}

test("ACC-10 ACC-11 a student corrects the profile, signs other devices out and switches two-step sign-in on", async ({
  browser,
  product,
}) => {
  const [page, other] = [await openPage(browser, product), await openPage(browser, product)]
  await enterPassword(page, product)
  await expect(page).toHaveURL(/student-dashboard/)
  await enterPassword(other, product)
  await expect(other).toHaveURL(/student-dashboard/)

  await page.goto("/account")
  await page.getByLabel("First name").fill("Zoya Begum")
  await page.getByLabel("Phone (optional)", { exact: true }).first().fill("12345")
  await page.getByRole("button", { name: "Save" }).first().click()
  await expect(page.getByText("Enter a ten-digit mobile number")).toBeVisible()
  await expect(page.getByLabel("First name")).toHaveValue("Zoya Begum")
  await page.getByLabel("Phone (optional)", { exact: true }).first().fill("98765 43210")
  await page.getByRole("button", { name: "Save" }).first().click()
  await expect(page.getByText("Saved")).toBeVisible()
  await expect(page.getByRole("link", { name: "Zoya Begum" })).toBeVisible()

  await page.getByRole("link", { name: "Signing in" }).click()
  await expect(page.locator("[data-session]")).toHaveCount(2)
  await page.getByRole("button", { name: "Sign out everywhere else" }).click()
  await expect(page.locator("[data-session]")).toHaveCount(1)
  // The other device's open page follows at once.
  await expect(other).toHaveURL(/\/auth\?to=/)

  await page.getByRole("link", { name: "Set it up" }).click()
  await expect(page.getByRole("heading", { name: "Two-step sign-in", level: 1 })).toBeVisible()
  await page.getByRole("button", { name: "Start" }).click()
  const secret = ((await page.locator("main code").textContent()) ?? "").replace(/\s/g, "")
  await page.getByLabel("Code from the app").fill("000000")
  await page.getByRole("button", { name: "Switch it on" }).click()
  await expect(page.getByText("This code is wrong, already used or expired").first()).toBeVisible()
  await page.getByLabel("Code from the app").fill(totpCode(secret, new Date()))
  await page.getByRole("button", { name: "Switch it on" }).click()
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible()
  const recovery = (await page.locator("main ol li").first().textContent()) ?? ""

  await enterPassword(other, product)
  await expect(other).toHaveURL(/second-step/)
  await other.goto("/student-dashboard")
  await expect(other).toHaveURL(/\/auth/)
  await enterPassword(other, product)
  await other.getByLabel("Code").fill(totpCode(secret, new Date(Date.now() + 30_000)))
  await other.getByRole("button", { name: "Sign In", exact: true }).click()
  await expect(other).toHaveURL(/student-dashboard/)

  const third = await openPage(browser, product)
  await enterPassword(third, product)
  await third.getByLabel("Code").fill(recovery)
  await third.getByRole("button", { name: "Sign In", exact: true }).click()
  await expect(third).toHaveURL(/student-dashboard/)
})

async function registerMinor(page: Page): Promise<void> {
  await page.goto("/register")
  await page.getByLabel("First name").fill("Ishaan")
  await page.getByLabel("Last name").fill("Kurian")
  await page.getByLabel("Email").fill("ishaan@example.com")
  await page.getByLabel("Phone", { exact: true }).fill("98765 43210")
  await fillBirthDate(page, CHILD)
  await page.getByLabel("Parent's or guardian's name").fill("Annamma Kurian")
  await page.getByLabel("Parent's or guardian's phone").fill("91234 56799")
  await page.getByLabel("Password", { exact: true }).fill("marigold garden 7")
  await page.getByLabel("Confirm password", { exact: true }).fill("marigold garden 7")
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Create Account" }).click()
}

test("ACC-10 LAW-01 DASH-04 a guardian gets the code, confirms the child, decides each consent and sees the timetable", async ({
  browser,
  product,
}) => {
  const [child, guardian] = [await openPage(browser, product), await openPage(browser, product)]
  await registerMinor(child)
  await expect(child.getByRole("heading", { name: "Your parent or guardian comes next" })).toBeVisible()
  await expect(child.getByText("We texted a code to the number ending in 99.")).toBeVisible()

  let code = ""
  await expect
    .poll(async () => {
      const messages = (await (await fetch(`${product.address}/api/v1/dev/outbox`)).json()) as {
        recipient: string
        text: string
      }[]
      code = messages.find((one) => one.recipient === "+919123456799")?.text.match(/^\d+/)?.[0] ?? ""
      return code
    })
    .toMatch(/^\d{10}$/)
  await guardian.goto("/guardian")
  await guardian.getByLabel("Your phone number").fill("91234 56799")
  await guardian.getByRole("button", { name: "I already have a code" }).click()
  await guardian.getByLabel("Code", { exact: true }).fill(code)
  await guardian.getByRole("button", { name: "Sign In", exact: true }).click()
  await expect(guardian.getByRole("heading", { name: "Is this your child?" })).toBeVisible()
  await guardian.getByRole("button", { name: "Yes, this is my child" }).click()
  await expect(guardian.getByText("Live classes need your consent")).toBeVisible()
  // The child's open page follows.
  await expect(child.getByRole("heading", { name: "Your guardian has confirmed you" })).toBeVisible()

  await guardian.getByRole("link", { name: "Decide now" }).click()
  await guardian.getByRole("button", { name: "Give consent: Live classes" }).click()
  await expect(
    guardian.locator('[data-consent="live_classes"]').getByText("Given", { exact: true }),
  ).toBeVisible()
  await expect(guardian.locator('[data-consent="recording"]').getByText("Not given")).toBeVisible()
  await guardian.getByRole("button", { name: "Withdraw: Live classes" }).click()
  await expect(guardian.locator('[data-consent="live_classes"]').getByText("Not given")).toBeVisible()
  await guardian.getByRole("button", { name: "Give consent: Live classes" }).click()
  await expect(
    child.locator('[data-consent="live_classes"]').getByText("Given", { exact: true }),
  ).toBeVisible()

  await child.goto("/live-classes")
  const card = child
    .locator("[data-class]")
    .filter({ has: child.getByRole("button", { name: "Enroll Now" }) })
    .first()
  const title = (await card.getByRole("heading").first().textContent()) ?? ""
  await card.getByRole("button", { name: "Enroll Now" }).click()
  await expect(child.getByText("Successfully enrolled in the class!")).toBeVisible()
  await guardian.getByRole("link", { name: "Family" }).first().click()
  await expect(guardian.getByRole("main").getByText(title.trim()).first()).toBeVisible()
  await guardian.getByRole("link", { name: "Timetable" }).first().click()
  await expect(guardian.getByRole("heading", { name: "Timetable", level: 1 })).toBeVisible()
  await expect(guardian.getByRole("main").getByText(title.trim()).first()).toBeVisible()
})

/** Makes every sign-in of a product, and every proof, older than what matters takes. */
async function ageSignIns(product: Product): Promise<void> {
  const password = readFileSync(join(product.dataFolder, "postgres.password"), "utf8").trim()
  const port = Number(readFileSync(join(product.dataFolder, "postgres.port"), "utf8"))
  const pool = createPool(addressesOf(password, port).url, 1)
  await pool.query("update sessions set created_at = created_at - interval '16 minutes', proved_at = null")
  await pool.end()
}

/** The instructor downloads everything about herself: the password, once, in a dialog over the page. */
async function exportBehindDialog(teacher: Page): Promise<void> {
  await teacher.goto("/account?tab=privacy")
  await teacher.locator("html[data-ready]").waitFor()
  await teacher.getByRole("link", { name: "Download as JSON" }).click()
  const dialog = teacher.getByRole("dialog", { name: "Confirm it's you" })
  await dialog.getByLabel("Your password").fill("not the password")
  await dialog.getByRole("button", { name: "Confirm" }).click()
  await expect(dialog.getByText("This is not your password. Check it and try again.")).toBeVisible()
  await dialog.getByLabel("Your password").fill("marigold garden 7")
  const download = teacher.waitForEvent("download")
  await dialog.getByRole("button", { name: "Confirm" }).click()
  expect((await download).suggestedFilename()).toMatch(/^kaksha-data-.*\.json$/)
  await expect(dialog).toBeHidden()
  await expect(teacher).toHaveURL(/tab=privacy/)
}

/** The same person without scripts changes the e-mail: a page asks for the proof and keeps what was typed. */
async function changeEmailWithoutScripts(browser: Browser, product: Product, teacher: Page): Promise<void> {
  const plain = await browser.newContext({
    ...{ baseURL: product.address, javaScriptEnabled: false },
    storageState: await teacher.context().storageState(),
  })
  const page = await plain.newPage()
  await page.goto("/account?tab=security")
  await page.getByLabel("New e-mail").fill("leena.das@example.com")
  await page.getByRole("button", { name: "Send a code to the new e-mail" }).click()
  await expect(page.getByRole("heading", { name: "Confirm it's you" })).toBeVisible()
  await page.getByLabel("Your password").fill("not the password")
  await page.getByRole("button", { name: "Confirm" }).click()
  await expect(page.getByText("This is not your password")).toBeVisible()
  await page.getByLabel("Your password").fill("marigold garden 7")
  await page.getByRole("button", { name: "Confirm" }).click()
  await page.getByRole("button", { name: "Continue" }).click()
  await expect(page.getByText("sent to leena.das@example.com")).toBeVisible()
  await plain.close()
}

test("ACC-12 D13 an admin lets an instructor in, and a disabled student's open page is signed out", async ({
  browser,
  product,
}) => {
  const [admin, teacher, student] = [
    await openPage(browser, product),
    await openPage(browser, product),
    await openPage(browser, product),
  ]
  await teacher.goto("/teacher-auth?tab=signup")
  await teacher.getByLabel("First name").fill("Leena")
  await teacher.getByLabel("Last name").fill("Das")
  await teacher.getByLabel("Email").fill("leena@example.com")
  await teacher.getByLabel("Password", { exact: true }).fill("marigold garden 7")
  await teacher.getByRole("button", { name: "Create Account" }).click()
  await expect(teacher).toHaveURL(/teacher-dashboard/)

  await signInAs(student, "kabir@demo.kaksha.example")
  await signInAs(admin, "noor@demo.kaksha.example")
  await expect(admin).toHaveURL(/\/admin-dashboard$/)
  await admin.goto("/admin/people?tab=approval")
  const leena = admin.locator("[data-person]").filter({ hasText: "Leena Das" })
  await leena.getByRole("button", { name: "Approve" }).click()
  await expect(admin.getByText("Leena Das can teach now")).toBeVisible()
  await expect(leena).toHaveCount(0)

  await admin.getByRole("link", { name: "Everyone" }).click()
  await admin.getByLabel("Name, e-mail or phone").fill("kabir@demo")
  await admin.getByRole("button", { name: "Search" }).click()
  const kabir = admin.locator("[data-person]")
  await expect(kabir).toHaveCount(1)
  await kabir.getByText("Change", { exact: true }).click()
  await ageSignIns(product)
  await exportBehindDialog(teacher)
  await ageSignIns(product)
  await changeEmailWithoutScripts(browser, product, teacher)
  // A role: the dialog asks, and continues with what was chosen. Closing it changes nothing.
  await kabir.getByLabel("New role").selectOption("instructor")
  // First the dialog can't be loaded, and the next press asks anew.
  await admin.route("**/account/confirm.data*", (route) => route.abort())
  await kabir.getByRole("button", { name: "Change role" }).click()
  await expect(admin.getByText("No connection", { exact: true })).toBeVisible()
  await admin.unroute("**/account/confirm.data*")
  await kabir.getByRole("button", { name: "Change role" }).click()
  const dialog = admin.getByRole("dialog", { name: "Confirm it's you" })
  await expect(dialog.getByText("This is a demo account")).toBeVisible()
  await admin.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(kabir.getByLabel("New role")).toHaveValue("instructor")
  await kabir.getByRole("button", { name: "Change role" }).click()
  await dialog.getByRole("button", { name: "Confirm" }).click()
  await expect(admin.getByText("Kabir Singh is an instructor now")).toBeVisible()
  await kabir.getByLabel("New role").selectOption("student")
  await kabir.getByRole("button", { name: "Change role" }).click()
  await expect(admin.getByText("Kabir Singh is a student now")).toBeVisible()
  // An open dashboard follows its reader's role, so where it is by now depends on how fast that went.
  const followed = student.waitForResponse(/api\/v1\/events/)
  await student.goto("/student-dashboard")
  await followed
  // A slow phone shows the page before it follows changes.
  const slow = await student.context().newPage()
  const signedOut = Promise.withResolvers<void>()
  await slow.route("**/api/v1/events*", async (route) => {
    await signedOut.promise
    await route.continue()
  })
  await slow.goto("/student-dashboard")
  await kabir.getByLabel("Reason, for staff").fill("Shared the password")
  await kabir.getByRole("button", { name: "Disable account" }).click()
  await expect(admin.getByText("Kabir Singh's account is disabled, and they're signed out")).toBeVisible()
  await expect(student).toHaveURL(/auth\?to=/)
  signedOut.resolve()
  await expect(slow).toHaveURL(/auth\?to=/)
})
