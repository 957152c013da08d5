import { expectAccessibleInBothThemes } from "./axe.ts"
import { order, signedIn } from "./people.ts"
import { expect, SELLING, test } from "./product.ts"

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

test.use({ productEnv: { ...SELLING, UPI_ID: "nritya@okbank" } })

test("PAY-07 the office sees what the provider settled, finds it in the bank's statement, and explains the rest of it", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  const number = await order(zoya, "/courses/learn-to-swim", { state: "Karnataka" })
  await zoya.getByRole("link", { name: /^Pay ₹/ }).click()
  await zoya.getByRole("button", { name: /^Pay ₹/ }).click()
  await expect(zoya.getByRole("dialog", { name: "Enrollment Successful!" })).toBeVisible()

  const noor = await signedIn(browser, product, "noor")
  await noor.goto("/dev/gateway")
  await noor.getByRole("button", { name: "Settle now" }).click()
  await expect(noor.getByText("Nothing waits to be settled.")).toBeVisible()
  await noor.goto("/admin/money")
  await noor.getByRole("link", { name: "Settlements" }).click()
  await noor.locator("html[data-ready]").waitFor()
  await noor.getByRole("button", { name: "Check for new ones" }).click()
  // The open page follows the job.
  const row = noor.getByRole("row").filter({ hasText: "UTIB" }).first()
  await expect(row).toContainText("Matches")
  await expect(row).toContainText("Not there yet")
  await expectAccessibleInBothThemes(noor)
  await row.getByRole("link").click()
  await expect(noor.getByRole("link", { name: number })).toBeVisible()
  await expectAccessibleInBothThemes(noor)
  const utr = (await noor.getByRole("heading", { level: 1 }).textContent())?.split(" ").at(-1) ?? ""
  const net = await noor.getByRole("definition").filter({ hasText: "₹" }).last().textContent()

  await noor.goto("/admin/upi/statement")
  await noor.locator("html[data-ready]").waitFor()
  const amount = (net ?? "").replaceAll(/[^\d.]/g, "")
  const statement = [
    "Date,Narration,Credit",
    `20/11/2026,NEFT CR-${utr}-RAZORPAY,${amount}`,
    "20/11/2026,CASH DEPOSIT BY A STRANGER,4321.00",
  ].join("\n")
  await noor.getByLabel("Or paste the statement").fill(statement)
  await noor.getByRole("button", { name: "Check", exact: true }).click()
  await noor.getByRole("button", { name: "Save 2 lines" }).click()
  await expect(noor.getByRole("heading", { name: "Unexplained money" })).toBeVisible()
  await expect(noor.getByText("Statement imported").first()).toBeVisible()
  await expect(noor.getByText("1 settlement found. 1 line needs an explanation.").first()).toBeVisible()
  const line = noor.locator("[data-line]").filter({ hasText: "A STRANGER" })
  await noor.locator("html[data-ready]").waitFor()
  await line.getByText("It pays an order").click()
  await line.getByLabel("Order number").fill("K-NOBODY")
  await line.getByRole("button", { name: "Match to order" }).click()
  await expect(line.getByText("No order with this number is paid by UPI: check the number")).toBeVisible()
  await expect(line.getByLabel("Order number")).toHaveValue("K-NOBODY")
  await line.getByText("It's something else").click()
  await expectAccessibleInBothThemes(noor)
  await line.getByLabel("What it is").selectOption("Something else")
  await line.getByRole("button", { name: "Put aside" }).click()
  await expect(line.getByText("Write what this money is")).toBeVisible()
  await line.getByLabel("Note").fill("Hall rented for a wedding")
  await line.getByRole("button", { name: "Put aside" }).click()
  await expect(line).toHaveCount(0)
  await noor.getByRole("link", { name: "Decided" }).click()
  await expect(noor.getByRole("row").filter({ hasText: "A STRANGER" })).toContainText(
    "Hall rented for a wedding",
  )
  await expectAccessibleInBothThemes(noor)
  await noor.goto("/admin/money/settlements?which=awaited")
  await expect(noor.getByRole("row").filter({ hasText: utr })).toHaveCount(0)
  await noor.goto("/admin/audit?what=bank")
  await expect(noor.getByText("put a bank line aside").first()).toBeVisible()
})

test("PAY-07 NAV-11 the office matches a bank line to the order that it pays, on a phone in Hindi", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  const pay = /^Pay by UPI to the academy instead$/
  const number = await order(zoya, "/courses/morning-yoga-for-students", { state: "Karnataka", pay })
  const { price } = await (await zoya.request.get(`/api/v1/orders/${number}`)).json()
  const noor = await signedIn(browser, product, "noor", { ...PHONE, locale: "hi-IN" })
  await noor.goto("/admin/upi/statement")
  await noor.locator("html[data-ready]").waitFor()
  const rupees = (price.total_paise / 100).toFixed(2)
  const statement = `Date,Narration,Credit\n21/11/2026,TRANSFER FROM MATA JI,${rupees}`
  await noor.getByLabel("या स्टेटमेंट यहाँ पेस्ट करें").fill(statement)
  await noor.getByRole("button", { name: "जाँचें", exact: true }).click()
  await noor.getByRole("button", { name: "1 पंक्ति सेव करें" }).click()
  await expect(noor.getByRole("heading", { name: "बिना पहचान का पैसा" })).toBeVisible()
  await noor.locator("html[data-ready]").waitFor()
  const line = noor.locator("[data-line]").filter({ hasText: "MATA JI" })
  const box = line.getByLabel("ऑर्डर का नंबर")
  // Open already where the amount is that of one order alone.
  if (!(await box.isVisible())) await line.getByText("यह एक ऑर्डर का भुगतान है").click()
  await expectAccessibleInBothThemes(noor)
  await box.fill(number)
  await line.getByRole("button", { name: "ऑर्डर से मिलाएँ" }).click()
  await expect(noor.getByText("मिलाया गया, ऑर्डर का भुगतान हो गया").first()).toBeVisible()
  await expect(line).toHaveCount(0)
  // The open page of the payer tells it.
  await expect(zoya.getByText("Your payment arrived, and the enrolment is confirmed.")).toBeVisible()
})

test("PAY-07 somebody of the office works at the money desk, with families and messages, and opens nothing else", async ({
  browser,
  product,
}) => {
  const noor = await signedIn(browser, product, "noor")
  const { items } = await (await noor.request.get("/api/v1/people?q=meera")).json()
  const changed = await noor.request.put(`/api/v1/people/${items[0].user_id}/role`, {
    data: { role: "office" },
  })
  expect(changed.ok()).toBe(true)
  await noor.goto("/admin/people?q=meera&role=office")
  await expect(noor.getByText("Meera").first()).toBeVisible()

  const meera = await signedIn(browser, product, "meera")
  await meera.goto("/admin-dashboard")
  await expect(meera).toHaveURL(/\/admin\/money$/)
  const links = meera.getByRole("navigation").first().getByRole("link")
  await expect(links.filter({ hasText: "Messages to parents" })).toBeVisible()
  await expect(links.filter({ hasText: "Settings" })).toHaveCount(0)
  await expectAccessibleInBothThemes(meera)
  for (const path of ["/admin/orders", "/admin/upi", "/admin/money/settlements", "/attendance/messages"]) {
    await meera.goto(path)
    await expect(meera.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(meera.getByText("Page not found")).toHaveCount(0)
  }
  await meera.goto("/admin-dashboard/students")
  await expect(meera.getByRole("link", { name: /import/i })).toHaveCount(0)
  await meera.getByRole("table").getByRole("link").first().click()
  await expect(
    meera.getByRole("heading", { name: "Contacts" }).or(meera.getByText("Guardian").first()).first(),
  ).toBeVisible()
  await expect(meera.getByRole("link", { name: "Role and account" })).toHaveCount(0)
  await expectAccessibleInBothThemes(meera)
  for (const path of [
    "/admin/settings",
    "/admin/people",
    "/admin/audit",
    "/admin/import",
    "/admin-dashboard/classes",
  ]) {
    await meera.goto(path)
    await expect(meera.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible()
  }
  for (const path of ["/admin/settings", "/people", "/admin/audit"])
    expect((await meera.request.get(`/api/v1${path}`)).status()).toBe(403)
  // Others of this file find her as she was.
  const back = await noor.request.put(`/api/v1/people/${items[0].user_id}/role`, {
    data: { role: "instructor" },
  })
  expect(back.ok()).toBe(true)
})
