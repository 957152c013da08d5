import type { Request } from "@playwright/test"
import { expectAccessible, expectAccessibleInBothThemes } from "./axe.ts"
import { order, signedIn } from "./people.ts"
import { expect, SELLING, test } from "./product.ts"
import { countScripts, scriptBudget } from "./script-bytes.ts"

test.use({ productEnv: { ...SELLING, UPI_ID: "nritya@okbank" } })

const SWIMMING = "/courses/learn-to-swim"
const GUITAR = "/courses/acoustic-guitar-first-songs"
const PIANO = "/courses/keyboard-for-beginners"
const YOGA = "/courses/morning-yoga-for-students"

test("PAY-01 PAY-04 CAT-07 CAT-08 a student sees every line and why, pays after a failed try, and is enrolled once captured", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  await zoya.goto(SWIMMING)
  await zoya.getByRole("button", { name: "Enroll Now" }).filter({ visible: true }).first().click()
  await expect(zoya).toHaveURL(/\/checkout/)
  // Nothing can be paid before the State is known, since it decides the tax.
  await expect(zoya.getByRole("button", { name: /^Pay ₹/ })).toHaveCount(0)
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
  await expect(zoya.getByRole("heading", { name: amount })).toBeVisible()
  await expectAccessibleInBothThemes(zoya)
  await zoya.getByRole("button", { name: "Let the payment fail" }).press("Enter")
  await expect(zoya).toHaveURL(address)
  await expect(zoya.getByText("The last payment didn't go through")).toBeVisible()
  await expectAccessibleInBothThemes(zoya)

  await zoya.getByRole("link", { name: `Try again: ${amount}` }).click()
  await zoya.getByRole("button", { name: /^Pay ₹/ }).click()
  const dialog = zoya.getByRole("dialog", { name: "Enrollment Successful!" })
  await expect(dialog).toContainText("+50 XP")
  await dialog.getByRole("link", { name: "Continue Browsing" }).click()
  await expect(zoya).toHaveURL(/\/courses$/)
  await zoya.goto(SWIMMING)
  await expect(zoya.getByRole("button", { name: "Enrolled" }).filter({ visible: true })).toBeDisabled()
  await zoya.goto("/orders")
  await expect(zoya.getByRole("main").getByRole("listitem").first()).toContainText("Paid")
  // Asked for again, the same return does nothing more, and the order is no longer to be paid.
  await zoya.goto(address)
  await expect(zoya.getByRole("link", { name: /^(Pay|Try again)/ })).toHaveCount(0)
  // Somebody else's is as little there as none.
  expect((await zoya.goto("/orders/K-NOTHING99"))?.status()).toBe(404)
})

test("PAY-01 NAV-07 the checkout sends three small scripts, and a new price keeps what is being typed", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya", { extraHTTPHeaders: { "accept-encoding": "gzip" } })
  const scripts = await countScripts(zoya)
  await zoya.goto(`${SWIMMING}/checkout`)
  const { bytes, files } = await scripts()
  expect(files).toBe(3)
  expect(bytes).toBeLessThanOrEqual(scriptBudget("script-checkout"))

  const state = zoya.getByLabel("Your State")
  await state.selectOption("Karnataka")
  await expect(zoya.getByRole("button", { name: /^Pay ₹/ })).toBeVisible()
  await zoya.getByText("Bill for a business").click()
  await zoya.getByLabel("Address of the business").fill("12 MG Road")
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await zoya.route(/checkout\?/, async (route) => {
    await held
    await route.continue()
  })
  await state.selectOption("Delhi")
  await zoya.getByLabel("Name of the business").fill("Nritya Dance")
  await zoya.getByLabel("GSTIN").pressSequentially("07AAB")
  // While the answer is awaited a line says so, and everything can be read.
  await expect(zoya.locator("form[aria-busy=true]")).toBeVisible()
  await expectAccessible(zoya)
  release()
  await expect(zoya).toHaveURL(/state=07/)
  await expect(zoya.getByLabel("GSTIN")).toHaveValue("07AAB")
  await expect(zoya.getByLabel("Name of the business")).toHaveValue("Nritya Dance")
  await expect(zoya.getByLabel("Address of the business")).toHaveValue("12 MG Road")
  await expect(state).toHaveValue("07")
  // Left unfinished, it is refused at its field, and stays.
  await state.focus()
  await expect(zoya.getByLabel("GSTIN")).toHaveAttribute("aria-invalid", "true")
  await expect(zoya.getByLabel("GSTIN")).toHaveValue("07AAB")
})

test("PAY-01 what is chosen while the checkout loads anew by itself stays chosen", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  await zoya.goto(`${SWIMMING}/checkout`)
  const state = zoya.getByLabel("Your State")
  await state.selectOption("Karnataka")
  await expect(zoya).toHaveURL(/state=29/)
  await expect(zoya.locator("form[aria-busy=true]")).toHaveCount(0)
  const byItself = (request: Request) =>
    request.resourceType() === "fetch" &&
    request.url().includes("/checkout") &&
    request.headers()["x-kaksha-in-place"] === undefined
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await zoya.route(/checkout\?.*state=29/, async (route) => {
    if (byItself(route.request())) await held
    await route.continue()
  })
  const asked = zoya.waitForRequest(byItself)
  const signedOut = await zoya.request.delete("/api/v1/account/sessions", { data: {} })
  expect(signedOut.ok()).toBe(true)
  await asked
  await state.selectOption("Delhi")
  await expect(zoya).toHaveURL(/state=07/)
  await expect(zoya.locator("form[aria-busy=true]")).toHaveCount(0)
  const again = zoya.waitForRequest(byItself)
  release()
  await again
  await expect(state).toHaveValue("07")
})

test("CAT-07 PAY-01 who presses Enroll while the page loads anew gets to the checkout", async ({
  browser,
  product,
}) => {
  const kabir = await signedIn(browser, product, "kabir")
  await kabir.goto(YOGA)
  await kabir.locator("html[data-ready]").waitFor()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await kabir.route(kabir.url(), async (route) => {
    if (route.request().resourceType() === "fetch" && route.request().method() === "GET") await held
    await route.continue()
  })
  const signedOut = await kabir.request.delete("/api/v1/account/sessions", { data: {} })
  expect(signedOut.ok()).toBe(true)
  await kabir.getByRole("button", { name: "Checking..." }).filter({ visible: true }).first().click()
  await expect(kabir).toHaveURL(/\/checkout/)
  release()
})

test("PAY-05 a payment whose message is lost is found by asking, and the open page tells it", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  await order(zoya, YOGA, { state: "Delhi" })
  const again = await zoya.context().newPage()
  await again.goto(`${YOGA}/checkout`)
  await again.getByRole("button", { name: /^Pay ₹/ }).click()
  // Two tabs share one order.
  await expect(again).toHaveURL(zoya.url())
  await again.getByRole("link", { name: /^Pay ₹/ }).click()
  await again.getByRole("button", { name: "Pay, and lose the message to the academy" }).click()
  await expect(again.getByRole("dialog", { name: "Enrollment Successful!" })).toBeVisible()
  await expect(zoya.getByText("Your payment arrived, and the enrolment is confirmed.")).toBeVisible()
})

test("PAY-06 a payer chooses UPI to the academy beside the gateway, and is enrolled once staff approved it", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  await zoya.goto(`${PIANO}/checkout?state=29`)
  await zoya.getByRole("button", { name: "Pay by UPI to the academy instead" }).click()
  await expect(zoya.getByText("nritya@okbank").first()).toBeVisible()
  await expect(zoya.getByRole("link", { name: /^Pay ₹/ })).toHaveCount(0)
  await zoya.getByLabel("Bank reference (UTR)").fill("630900000077")
  await zoya.getByRole("button", { name: "I have paid" }).click()
  await expect(zoya.getByText("Being checked")).toBeVisible()
  const noor = await signedIn(browser, product, "noor")
  await noor.goto("/admin/upi")
  const claim = noor.locator("[data-claim='630900000077']")
  const total = await claim.locator("header").getByText("₹").textContent()
  await claim.getByLabel("Amount that arrived, in rupees").fill(total ?? "")
  await claim.getByRole("button", { name: "Approve", exact: true }).click()
  await expect(zoya.getByText("Your payment arrived, and the enrolment is confirmed.")).toBeVisible()
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
  await sunita.goto(`${SWIMMING}/checkout`)
  await sunita.locator("select[name=state]").selectOption("27")
  await sunita.locator("main summary").first().click()
  const gstin = sunita.locator("input[name=gstin]")
  await gstin.fill("27AAB")
  await gstin.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 70))
  await sunita.getByRole("button", { name: /^₹.* चुकाएँ$/ }).click()
  await expect(gstin).toHaveAttribute("aria-invalid", "true")
  // Neither the bar with the button nor the navigation covers what was refused.
  await expect
    .poll(() =>
      gstin.evaluate((field) => {
        const { left, top, width, height } = field.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2) === field
      }),
    )
    .toBe(true)
  await order(sunita, SWIMMING, { enrol: /नामांकन/, pay: /^₹.* चुकाएँ$/, state: "महाराष्ट्र" })
  await expect(sunita.getByText("Asha के लिए")).toBeVisible()
  await sunita.getByRole("link", { name: /चुकाएँ$/ }).click()
  await expectAccessibleInBothThemes(sunita)
  await sunita.getByRole("button", { name: /^₹.* चुकाएँ$/ }).click()
  const done = sunita.getByRole("dialog", { name: "नामांकन सफल!" })
  await expect(done).toContainText("Asha का नामांकन")
  await done.getByRole("link", { name: "डैशबोर्ड पर जाएँ" }).click()
  await expect(sunita).toHaveURL(/\/guardian-dashboard\?child=/)
  await asha.goto(SWIMMING)
  await expect(asha.getByRole("button", { name: "Enrolled" }).filter({ visible: true })).toBeDisabled()
})

test("PAY-04 PAY-05 the payer sees the refund and why, gets it once, and the office refunds a part with a reason", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  await order(zoya, GUITAR, { state: "Delhi" })
  const address = zoya.url()
  const pay = zoya.getByRole("link", { name: /^Pay ₹/ })
  await pay.click()
  await zoya.getByRole("button", { name: /^Pay ₹/ }).click()
  await expect(zoya.getByRole("dialog", { name: "Enrollment Successful!" })).toBeVisible()

  const noor = await signedIn(browser, product, "noor")
  await noor.goto("/admin/orders")
  const number = new URL(address).pathname.split("/").at(-1) ?? ""
  await noor.getByLabel("Search").fill(number)
  await noor.getByRole("button", { name: "Search" }).click()
  await noor.getByRole("link", { name: number }).click()
  await expect(noor.getByText(/^Under your policy: ₹/)).toBeVisible()
  await noor.getByLabel("Amount in rupees").fill("99999")
  await noor.getByLabel("Reason").fill("Two classes were cancelled")
  await noor.getByLabel("End the enrolment").uncheck()
  await noor.getByRole("button", { name: "Give refund" }).click()
  await expect(noor.getByText("This is more than can be refunded: enter less")).toBeVisible()
  await expectAccessibleInBothThemes(noor)
  await noor.getByLabel("Amount in rupees").fill("500.50")
  await noor.getByRole("button", { name: "Give refund" }).click()
  await expect(noor.getByText("Reason: Two classes were cancelled")).toBeVisible()

  await zoya.goto(address)
  await expect(zoya.getByText("Reason: Two classes were cancelled")).toBeVisible()
  await zoya.getByText("Ask for a refund").click()
  await expect(zoya.getByText(/^You leave the program at once/)).toBeVisible()
  await expectAccessibleInBothThemes(zoya)
  await zoya.getByRole("button", { name: /^Get ₹.* back$/ }).click()
  await expect(zoya.getByText("Refund on its way")).toBeVisible()
  await expect(zoya.getByText("Ask for a refund")).toHaveCount(0)

  const desk = await zoya.context().newPage()
  const process = desk.getByRole("button", { name: "Complete refund" })
  await expect(async () => {
    await desk.goto("/dev/gateway")
    await expect(process).toHaveCount(2)
  }).toPass()
  await process.first().click()
  await process.first().click()
  await expect(zoya.getByText("Everything you paid was refunded.")).toBeVisible()
  await zoya.goto(GUITAR)
  await expect(
    zoya.getByRole("button", { name: "Enroll Now" }).filter({ visible: true }).first(),
  ).toBeEnabled()
  await noor.goto("/admin/audit?what=order")
  await expect(noor.getByText("refunded an order").first()).toBeVisible()
})
