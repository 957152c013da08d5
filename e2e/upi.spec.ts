import type { Page } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { order, signedIn } from "./people.ts"
import { expect, test } from "./product.ts"

test.use({ productEnv: { UPI_ID: "nritya@okbank", UPI_PAYEE: "Nritya Academy" } })

const PHONE = { viewport: { width: 390, height: 844 }, permissions: ["clipboard-read", "clipboard-write"] }

/** What is to be typed into the app, as it is shown beside its name. */
async function shownAs(page: Page, name: string): Promise<string> {
  return (await page.locator("dt", { hasText: name }).locator("+ dd").textContent()) ?? ""
}

test("PAY-06 a student pays by UPI on a phone, the office imports the bank's statement, and the enrolment appears", async ({
  browser,
  product,
}) => {
  const zoya = await signedIn(browser, product, "zoya", PHONE)
  const number = await order(zoya, "/courses/learn-to-swim", { state: "Karnataka" })
  const reference = number.replace("-", "")
  const amount = await shownAs(zoya, "Amount in rupees")
  const link = await zoya.getByRole("link", { name: /in your UPI app$/ }).getAttribute("href")
  expect(link).toBe(
    `upi://pay?pa=nritya@okbank&pn=Nritya%20Academy&am=${amount}&cu=INR&tr=${reference}&tn=${reference}`,
  )
  await expect(zoya.getByRole("img", { name: /^QR code to pay ₹/ })).toBeVisible()
  await expect(zoya.getByText("If the app refuses")).toBeVisible()
  const copied = zoya.locator("dl > div", { hasText: "Amount in rupees" }).getByRole("button")
  await copied.click()
  await expect(copied).toHaveText("Copied")
  expect(await zoya.evaluate(() => navigator.clipboard.readText())).toBe(amount)
  await expectAccessibleInBothThemes(zoya)

  // What is wrong is said at the field, and what was typed stays.
  const field = zoya.getByLabel("Bank reference (UTR)")
  await field.fill("63091234")
  await zoya.getByRole("button", { name: "I have paid" }).click()
  await expect(zoya.getByText("The bank reference (UTR) has 12 digits")).toBeVisible()
  await expect(field).toHaveValue("63091234")
  // The reference is looked up in the other app, which takes longer than a page stays fresh.
  await zoya.evaluate(() => {
    const turn = (hidden: boolean) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true })
      document.dispatchEvent(new Event("visibilitychange"))
    }
    turn(true)
    const now = Date.now
    Date.now = () => now() + 60_000
    turn(false)
    Date.now = now
  })
  await zoya.waitForTimeout(2_000)
  await expect(zoya.getByText("The bank reference (UTR) has 12 digits")).toBeVisible()
  await expect(field).toHaveValue("63091234")
  await field.fill("6309 1234 5678")
  await zoya.getByRole("button", { name: "I have paid" }).click()
  await expect(zoya.getByText("You entered 630912345678.")).toBeVisible()
  await expect(zoya.getByText("Being checked")).toBeVisible()
  await expectAccessibleInBothThemes(zoya)

  const office = await signedIn(browser, product, "noor")
  await office.goto("/admin-dashboard")
  await office.getByRole("link", { name: /payments? by UPI to check/ }).click()
  const claim = office.locator("[data-claim='630912345678']")
  await expect(claim).toContainText(number)
  await expectAccessibleInBothThemes(office)
  await office.getByRole("link", { name: "Import a bank statement" }).click()
  await office.locator("html[data-ready]").waitFor()
  const statement = `Account of Nritya\nDate,Narration,Debit,Credit\n20/11/2026,UPI-ZOYA-630912345678,,${amount}\n20/11/2026,NEFT RENT,,5.00\n`
  await office
    .getByLabel("CSV file from your bank")
    .setInputFiles({ name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(statement) })
  await office.getByRole("button", { name: "Check", exact: true }).click()
  await expect(office.getByRole("heading", { name: "1 payment can be approved" })).toBeVisible()
  const line = office.locator("[data-line]")
  await expect(line).toHaveCount(1)
  await expect(line).toContainText("The payer entered this bank reference")
  await expectAccessibleInBothThemes(office)
  await office.getByRole("button", { name: "Approve 1 payment" }).click()
  // What no order explains waits there.
  await expect(office).toHaveURL(/\/admin\/money\/unexplained$/)
  await expect(office.getByText("1 payment approved").first()).toBeVisible()
  await office.goto("/admin/upi")
  await expect(claim).toHaveCount(0)

  // The open page of the payer tells it, and so does the bell.
  await expect(zoya.getByText("Your payment arrived, and the enrolment is confirmed.")).toBeVisible()
  await zoya.goto("/notifications")
  await expect(zoya.getByText(/Payment received: Learn to Swim/).first()).toBeVisible()
  await zoya.goto("/courses/learn-to-swim")
  await expect(zoya.getByRole("button", { name: "Enrolled" }).filter({ visible: true })).toBeDisabled()

  // The same statement again has nothing new.
  await office.goto("/admin/upi/statement")
  await office.locator("html[data-ready]").waitFor()
  await office.getByLabel("Or paste the statement").fill(statement)
  await office.getByRole("button", { name: "Check", exact: true }).click()
  await expect(office.getByRole("heading", { name: "Nothing to approve in this statement" })).toBeVisible()
})

test("PAY-06 NAV-11 a parent pays by UPI in Hindi, is told why it is declined, and the office approves the second try", async ({
  browser,
  product,
}) => {
  const sunita = await signedIn(browser, product, "sunita", { ...PHONE, locale: "hi-IN" })
  const number = await order(sunita, "/courses/morning-yoga-for-students", {
    ...{ enrol: /नामांकन/, pay: /चुकाएँ$/, state: "महाराष्ट्र" },
  })
  await expect(sunita.getByText("अगर ऐप मना करे")).toBeVisible()
  await expectAccessibleInBothThemes(sunita)
  const claim = async (utr: string) => {
    await sunita.getByLabel("बैंक का रेफ़रेंस (UTR)").fill(utr)
    await sunita.getByRole("button", { name: "मैंने भुगतान कर दिया" }).click()
  }
  await claim("12")
  await expect(sunita.getByText("बैंक का रेफ़रेंस (UTR) 12 अंकों का होता है")).toBeVisible()
  await claim("630900000001")
  await expect(sunita.getByText("जाँच हो रही है")).toBeVisible()

  const office = await signedIn(browser, product, "noor", { locale: "hi-IN" })
  await office.goto("/admin/upi")
  await office.locator("html[data-ready]").waitFor()
  const card = (utr: string) => office.locator(`[data-claim='${utr}']`)
  await expectAccessibleInBothThemes(office)
  await card("630900000001").getByText("नामंज़ूर करें", { exact: true }).click()
  await card("630900000001").getByRole("button", { name: "यह भुगतान नामंज़ूर करें" }).click()
  await expect(card("630900000001").getByText("कारण चुनें")).toBeVisible()
  await card("630900000001").getByLabel("वजह").selectOption("इस रेफ़रेंस का कोई भुगतान नहीं आया")
  await card("630900000001").getByRole("button", { name: "यह भुगतान नामंज़ूर करें" }).click()
  await expect(sunita.getByText("अकादमी को आपका भुगतान नहीं मिला")).toBeVisible()
  await expectAccessibleInBothThemes(sunita)
  await claim("630900000002")
  await expect(sunita.getByText("जाँच हो रही है")).toBeVisible()

  await expect(card("630900000002")).toContainText(number)
  await card("630900000002").getByLabel("जो रक़म आई, रुपयों में").fill("eight")
  await card("630900000002").getByRole("button", { name: "मंज़ूर करें", exact: true }).click()
  await expect(card("630900000002").getByText("रक़म रुपयों में लिखें, जैसे 8,999.00")).toBeVisible()
  // Another amount is asked for once more, and stays while it is typed.
  const amount = card("630900000002").getByLabel("जो रक़म आई, रुपयों में")
  const again = card("630900000002").getByLabel("वही रक़म दोबारा, रुपयों में")
  const approve = card("630900000002").getByRole("button", { name: "मंज़ूर करें", exact: true })
  await amount.fill("89.90")
  await approve.click()
  await again.pressSequentially("89.9")
  await expect(again).toHaveValue("89.9")
  const total = await card("630900000002").locator("header").getByText("₹").textContent()
  await amount.fill(total ?? "")
  await approve.click()
  await expect(card("630900000002")).toHaveCount(0)
  await expect(sunita.getByText("भुगतान मिल गया और नामांकन पक्का हो गया।")).toBeVisible()
})

test("PAY-06 an academy begins to sell by giving its UPI id, which is checked at the field", async ({
  browser,
  product,
}) => {
  const office = await signedIn(browser, product, "noor")
  await office.goto("/admin/settings")
  await office.locator("html[data-ready]").waitFor()
  const field = office.getByLabel("UPI id", { exact: true })
  await expect(field).toHaveValue("nritya@okbank")
  await field.fill("98765 43210")
  await office.getByRole("button", { name: "Save settings" }).click()
  await expect(office.getByText("Give a UPI id such as academy@okbank").first()).toBeVisible()
  await expect(field).toHaveValue("98765 43210")
})
