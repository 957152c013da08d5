import { readFile } from "node:fs/promises"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { signedIn } from "./people.ts"
import { expect, SELLING, test } from "./product.ts"

test.use({ productEnv: SELLING })

test("PAY-05 the office enters who sells, and who pays then gets a tax invoice on the order, in the account and by mail", async ({
  browser,
  product,
}) => {
  const office = await signedIn(browser, product, "noor")
  await office.goto("/admin/settings")
  const seller = office.locator("#seller")
  await expect(seller).toContainText("This trial sells under these sample values")
  await seller.getByLabel("Legal name").fill("Nritya Academy LLP")
  await seller.getByLabel("Address").fill("14 MG Road\nPune 411001")
  await seller.getByLabel("State", { exact: true }).selectOption("27")
  await seller.getByLabel("GST registration").selectOption("regular")
  await seller.getByLabel("GSTIN").fill("27AAPFU0939F1ZW")
  await seller.getByLabel("Bill numbers start with").fill("NA")
  await seller.getByRole("button", { name: "Save seller" }).click()
  await expect(seller.getByLabel("GSTIN")).toHaveAccessibleDescription(/The last character doesn't match/)
  await expect(seller.getByLabel("Legal name")).toHaveValue("Nritya Academy LLP")
  await expectAccessibleInBothThemes(office)
  await seller.getByLabel("GSTIN").fill("27AAPFU0939F1ZV")
  await seller.getByRole("button", { name: "Save seller" }).click()
  await expect(office.getByText("Seller saved")).toBeVisible()
  await expect(seller.getByLabel("GSTIN")).toHaveValue("27AAPFU0939F1ZV")
  await expect(seller).not.toContainText("sample values")
  await seller.getByText("GST rates you charge").click()
  await expect(seller).toContainText("Confirm them with your accountant.")

  const zoya = await signedIn(browser, product, "zoya")
  await zoya.goto("/courses/learn-to-swim/checkout?state=29")
  await zoya.getByRole("button", { name: /^Pay ₹/ }).click()
  await zoya.getByRole("link", { name: /^Pay ₹/ }).click()
  await zoya.getByRole("button", { name: /^Pay ₹/ }).click()
  await zoya.getByRole("dialog").getByRole("link", { name: "Continue Browsing" }).click()
  await expect(zoya).toHaveURL(/\/courses$/)
  await zoya.goto("/orders")
  await zoya.getByRole("main").getByRole("listitem").first().getByRole("link").click()
  await expect(zoya.getByText(/^Tax invoice NA\/\d{4}\/T1$/)).toBeVisible()
  const [download] = await Promise.all([
    zoya.waitForEvent("download"),
    zoya.getByRole("link", { name: /^Download PDF of NA\// }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^NA-\d{4}-T1\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-")

  await zoya.goto("/account?tab=bills")
  await expect(zoya.getByRole("listitem").filter({ hasText: "Tax invoice NA/" })).toContainText(
    "Learn to Swim",
  )
  await expectAccessibleInBothThemes(zoya)
  const bill = await zoya.getByRole("link", { name: /^Download PDF of NA\// }).getAttribute("href")
  const stranger = await signedIn(browser, product, "sunita")
  expect((await stranger.request.get(bill ?? "")).status()).toBe(404)
  await office.goto("/dev/outbox")
  await expect(office.getByText(/Your tax invoice NA\/\d{4}\/T1/).first()).toBeVisible()
})
