import type { Browser, BrowserContextOptions, Page } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { expect, type Product, test } from "./product.ts"

test.use({ productEnv: { PAYMENT_PROVIDER: "trial" } })

const SWIMMING = "/courses/learn-to-swim"
const GUITAR = "/courses/acoustic-guitar-first-songs"
const YOGA = "/courses/morning-yoga-for-students"

async function signedIn(
  browser: Browser,
  product: Product,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.address, ...options })
  const email = `${name}@demo.kaksha.example`
  const answer = await context.request.post("/api/v1/demo-people/session", { data: { email } })
  expect(answer.ok()).toBe(true)
  return context.newPage()
}

/** Goes on from the program's page to its order, which is ready to be paid. */
async function order(page: Page, path: string, enrol: RegExp, pay: RegExp, state: string): Promise<void> {
  await page.goto(path)
  await page.getByRole("button", { name: enrol }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/checkout/)
  await page.locator("select[name=state]").selectOption({ label: state })
  await page.getByRole("button", { name: pay }).click()
  await expect(page).toHaveURL(/\/orders\/[A-Z0-9-]+$/)
}

test("PAY-01 PAY-04 CAT-07 CAT-08 a student sees every line and why, pays after a failed try, and is enrolled once captured", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  await zoya.goto(SWIMMING)
  await zoya.getByRole("button", { name: "Enroll Now" }).filter({ visible: true }).first().click()
  await expect(zoya).toHaveURL(/\/checkout/)
  // Nothing can be paid before the State is known, since it decides the tax.
  await expect(zoya.getByRole("button", { name: /^Pay/ })).toHaveCount(0)
  await zoya.getByLabel("Your State").selectOption("Karnataka")
  const pay = zoya.getByRole("button", { name: /^Pay ₹/ })
  await expect(pay).toBeVisible()
  const amount = ((await pay.textContent()) ?? "").replace("Pay ", "")
  await zoya.getByText("Why this amount?").click()
  await expect(zoya.getByText(`The program costs ${amount}, once.`)).toBeVisible()
  await expectAccessibleInBothThemes(zoya)
  await pay.click()
  await expect(zoya.getByText("Waiting for payment")).toBeVisible()
  const address = zoya.url()

  await zoya.getByRole("link", { name: `Pay ${amount}` }).click()
  await zoya.getByRole("button", { name: "Let the payment fail" }).click()
  await expect(zoya).toHaveURL(address)
  await expect(zoya.getByText("The last payment didn't go through")).toBeVisible()
  await expectAccessibleInBothThemes(zoya)

  await zoya.getByRole("link", { name: `Try again: ${amount}` }).click()
  await zoya.getByRole("button", { name: "Pay", exact: true }).click()
  const dialog = zoya.getByRole("dialog", { name: "Enrollment Successful!" })
  await expect(dialog).toContainText("+50 XP")
  await dialog.getByRole("link", { name: "Continue Browsing" }).click()
  await zoya.goto(SWIMMING)
  await expect(zoya.getByRole("button", { name: "Enrolled" }).filter({ visible: true })).toBeDisabled()
  await zoya.goto("/orders")
  await expect(zoya.getByRole("main").getByRole("listitem").first()).toContainText("Paid")
  // Asked for again, the same return does nothing more, and the order is no longer to be paid.
  await zoya.goto(address)
  await expect(zoya.getByRole("link", { name: /^(Pay|Try again)/ })).toHaveCount(0)
})

test("PAY-05 a payment whose message is lost is found by asking, and the open page tells it", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  await order(zoya, YOGA, /^Enroll Now$/, /^Pay ₹/, "Delhi")
  const again = await zoya.context().newPage()
  await again.goto(`${YOGA}/checkout`)
  await again.getByRole("button", { name: /^Pay ₹/ }).click()
  // Two tabs share one order.
  await expect(again).toHaveURL(zoya.url())
  await again.getByRole("link", { name: /^Pay ₹/ }).click()
  await again.getByRole("button", { name: "Pay, and lose the message to the academy" }).click()
  await expect(again.getByRole("dialog", { name: "Enrollment Successful!" })).toBeVisible()
  await expect(zoya.getByText("The payment arrived, and the seat is taken.")).toBeVisible()
})

test("PAY-01 NAV-11 a parent pays for a child on a phone in Hindi, and the child is told that a parent pays", async ({
  browser,
  product,
}) => {
  const phone = { viewport: { width: 390, height: 844 } }
  const asha = await signedIn(browser, product, "asha", phone)
  await asha.goto(SWIMMING)
  await asha
    .getByRole("button", { name: /^Enroll/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(asha.getByText("You're under 18, so a parent pays for you.")).toBeVisible()

  const sunita = await signedIn(browser, product, "sunita", { ...phone, locale: "hi-IN" })
  await order(sunita, SWIMMING, /नामांकन/, /चुकाएँ$/, "महाराष्ट्र")
  await expect(sunita.getByText("Asha के लिए")).toBeVisible()
  await sunita.getByRole("link", { name: /चुकाएँ$/ }).click()
  await sunita.getByRole("button", { name: "भुगतान करें", exact: true }).click()
  await expect(sunita.getByRole("dialog", { name: "नामांकन सफल!" })).toBeVisible()
  await asha.goto(SWIMMING)
  await expect(asha.getByRole("button", { name: "Enrolled" }).filter({ visible: true })).toBeDisabled()
})

test("PAY-04 PAY-05 who paid is told what comes back and why, gets it once, and the office gives back a part with a reason", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  await order(zoya, GUITAR, /^Enroll Now$/, /^Pay ₹/, "Delhi")
  const address = zoya.url()
  const pay = zoya.getByRole("link", { name: /^Pay ₹/ })
  const gateway = new URL((await pay.getAttribute("href")) ?? "").origin
  await pay.click()
  await zoya.getByRole("button", { name: "Pay", exact: true }).click()
  await expect(zoya.getByRole("dialog", { name: "Enrollment Successful!" })).toBeVisible()

  const noor = await signedIn(browser, product, "noor")
  await noor.goto("/admin/orders")
  const number = new URL(address).pathname.split("/").at(-1) ?? ""
  await noor.getByLabel("Search").fill(number)
  await noor.getByRole("button", { name: "Search" }).click()
  await noor.getByRole("link", { name: number }).click()
  await expect(noor.getByText(/^By your policy: ₹/)).toBeVisible()
  await noor.getByLabel("Amount in rupees").fill("99999")
  await noor.getByLabel("Reason").fill("Two classes fell out")
  await noor.getByLabel("End the place in the program").uncheck()
  await noor.getByRole("button", { name: "Give it back" }).click()
  await expect(noor.getByText("This is more than what is left to pay back: enter less")).toBeVisible()
  await expectAccessibleInBothThemes(noor)
  await noor.getByLabel("Amount in rupees").fill("500.50")
  await noor.getByRole("button", { name: "Give it back" }).click()
  await expect(noor.getByText("Reason: Two classes fell out")).toBeVisible()

  await zoya.goto(address)
  await expect(zoya.getByText("Reason: Two classes fell out")).toBeVisible()
  await zoya.getByText("Ask for a refund").click()
  await expect(zoya.getByText(/^You leave the program at once/)).toBeVisible()
  await expectAccessibleInBothThemes(zoya)
  await zoya.getByRole("button", { name: /^Get ₹.* back$/ }).click()
  await expect(zoya.getByText("Money on its way back")).toBeVisible()
  await expect(zoya.getByText("Ask for a refund")).toHaveCount(0)

  const desk = await zoya.context().newPage()
  const process = desk.getByRole("button", { name: "Pay it back" })
  await expect(async () => {
    await desk.goto(gateway)
    await expect(process).toHaveCount(2)
  }).toPass()
  await process.first().click()
  await process.first().click()
  await expect(zoya.getByText("All the money went back.")).toBeVisible()
  await zoya.goto(GUITAR)
  await expect(
    zoya.getByRole("button", { name: "Enroll Now" }).filter({ visible: true }).first(),
  ).toBeEnabled()
  await noor.goto("/admin/audit?what=order")
  await expect(noor.getByText("gave back money of an order").first()).toBeVisible()
})
