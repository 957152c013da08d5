import type { Page } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"

test.use({ productEnv: { PAYMENT_PROVIDER: "trial" } })

const KARATE = "/courses/karate-white-to-green-belt/checkout"
const GRAMMAR = "/courses/english-grammar-and-composition/checkout"

/** Orders what the checkout shows at this amount, pays at the gateway, and returns the order's address. */
async function pay(page: Page, amount: string): Promise<string> {
  await page.getByRole("button", { name: `Pay ${amount}` }).click()
  await expect(page).toHaveURL(/\/orders\/[A-Z0-9-]+$/)
  const address = page.url()
  await page.getByRole("link", { name: `Pay ${amount}` }).click()
  await page.getByRole("button", { name: `Pay ${amount}` }).click()
  await expect(page).toHaveURL(/\/orders\/[A-Z0-9-]+(\?done)?$/)
  return address
}

test("PAY-01 PAY-02 a child asks, the parent pays partly with points, and a refund brings them back", async ({
  browser,
  product,
}) => {
  const [asha, sunita] = await Promise.all([
    signedIn(browser, product, "asha"),
    signedIn(browser, product, "sunita"),
  ])
  // A month, and the next one before the 1st.
  for (const _ of [1, 2]) {
    await sunita.goto(`${KARATE}?state=29&months=1`)
    await pay(sunita, "₹1,200")
  }

  await asha.goto(GRAMMAR)
  await expect(asha.getByRole("heading", { name: "Ask my parent" })).toBeVisible()
  const batch = asha.getByLabel("Batch")
  const second = (await batch.getByRole("option").nth(1).getAttribute("value")) ?? ""
  await batch.selectOption(second)
  await asha.getByRole("radio", { name: /^3 months/ }).check()
  // Six months cost more than the whole program.
  await expect(asha.getByRole("radio", { name: /^6 months/ })).toHaveCount(0)
  await expectAccessibleInBothThemes(asha, "asking")
  await asha.getByRole("button", { name: "Ask my parent" }).click()
  await expect(asha.getByRole("heading", { name: "Sent to your parent" })).toBeVisible()

  await sunita.goto("/family")
  const asked = sunita.getByRole("listitem").filter({ hasText: /^Asha would like to join English/ })
  await expect(asked.getByRole("link", { name: "See the price" })).toBeVisible()
  await sunita.goto("/notifications")
  await sunita.getByRole("link", { name: /Asha would like to join English/ }).click()
  await expect(sunita).toHaveURL(/\/checkout/)
  await expect(sunita.getByRole("radio", { name: /^3 months/ })).toBeChecked()
  await expect(sunita.getByLabel("Batch")).toHaveValue(second)
  await sunita.locator("html[data-ready]").waitFor()
  await sunita.getByLabel("Use 100 points: −₹100").check()
  // 3 × 900 less 5 %, less the points.
  await expect(sunita.getByRole("button", { name: "Pay ₹2,465" })).toBeVisible()
  await expectAccessibleInBothThemes(sunita, "paying with points")
  const order = await pay(sunita, "₹2,465")
  await sunita.goto("/family")
  await expect(sunita.locator("[data-needs]")).toBeVisible()
  await expect(asked).toHaveCount(0)

  await asha.goto("/points")
  const entries = asha.getByRole("main").getByRole("listitem")
  await expect(entries.filter({ hasText: "Used for an order" })).toContainText("−100 points")
  await expect(entries.filter({ hasText: "Membership renewed before the 1st" })).toContainText("+100 points")
  await expectAccessibleInBothThemes(asha, "points")

  await sunita.goto(order)
  await sunita.getByText("Ask for a refund").click()
  await sunita.getByRole("button", { name: "Get ₹2,465 back" }).click()
  await expect(sunita.getByText("Refund on its way")).toBeVisible()
  await sunita.goto("/points")
  const back = sunita.getByRole("main").getByRole("listitem")
  await expect(back.filter({ hasText: "Back from an order that was refunded" })).toContainText("+100 points")
  await expect(back.filter({ hasText: /^Asha100 points$/ })).toBeVisible()
  await sunita.goto("/orders")
  await expect(sunita.getByRole("link", { name: /^Renew Karate.* for Asha$/ })).toHaveCount(0)
  await expectAccessibleInBothThemes(sunita, "memberships")
})

test("PAY-02 a student's link invites a visitor, and says why it isn't for its owner or a teacher", async ({
  browser,
  product,
}) => {
  const asha = await signedIn(browser, product, "asha")
  await asha.goto("/refer")
  const link = await asha.getByText(/\/r\/[A-Z0-9]+$/).textContent()
  await expect(asha.getByText("Nobody has joined through this link yet.")).toBeVisible()
  await expectAccessibleInBothThemes(asha, "inviting")
  const path = new URL(link ?? "").pathname
  await asha.goto(path)
  await expect(asha.getByRole("heading", { name: "This is your own link" })).toBeVisible()

  const context = await browser.newContext({ baseURL: product.address })
  const visitor = await context.newPage()
  await visitor.goto(path)
  await expect(visitor.getByRole("heading", { name: /^Asha invites you to / })).toBeVisible()
  await expectAccessibleInBothThemes(visitor, "invitation")
  await visitor.getByRole("button", { name: "Sign up with this invitation" }).click()
  await expect(visitor).toHaveURL(/\/auth\?tab=signup/)
  await visitor.goto("/r/NOBODYS")
  await expect(visitor.getByRole("heading", { name: "This invitation isn't valid" })).toBeVisible()

  const meera = await signedIn(browser, product, "meera")
  await meera.goto(path)
  await expect(meera.getByText("Invitations are for students.", { exact: false })).toBeVisible()
  await expect(meera.getByRole("button", { name: /invitation/ })).toHaveCount(0)

  // As it is typed from a note.
  const zoya = await signedIn(browser, product, "zoya")
  await zoya.goto(path.toLowerCase())
  await zoya.getByRole("button", { name: "Accept the invitation" }).click()
  await expect(zoya.getByText("You joined through Asha's link")).toBeVisible()
  await asha.goto("/refer")
  await expect(asha.getByText("No paid program yet")).toBeVisible()
})
