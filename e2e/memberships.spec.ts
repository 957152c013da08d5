import { expectAccessibleInBothThemes } from "./axe.ts"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"

test.use({ productEnv: { PAYMENT_PROVIDER: "trial" } })

const KARATE = "/courses/karate-white-to-green-belt"
const DANCE = "/courses/bharatanatyam-first-adavus"

test("PAY-02 a student buys a month, reads when it ends, and renews without losing a day", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.address })
  const email = "zoya@demo.kaksha.example"
  expect((await context.request.post("/api/v1/demo-people/session", { data: { email } })).ok()).toBe(true)
  const page = await context.newPage()
  await page.goto(KARATE)
  await expect(page.getByText("Or ₹1,200 a month as a membership.")).toBeVisible()
  await page.getByRole("link", { name: "See memberships" }).click()
  await page.waitForURL("**/checkout**")
  // On a slow connection the page is used before its scripts are there.
  const { promise: scripts, resolve: bringScripts } = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", (route) => scripts.then(() => route.continue()))
  await page.reload({ waitUntil: "commit" })
  await page.getByLabel("Your State").selectOption("Karnataka")
  await page.getByRole("radio", { name: /^3 months/ }).check()
  bringScripts()
  // 3 × 1,200 less 5 %.
  await expect(page.getByRole("button", { name: "Pay ₹3,420" })).toBeVisible()
  await page.getByText("Why this amount?").click()
  await expect(page.getByText("Paying for 3 months in advance takes 5 % off: ₹180.")).toBeVisible()
  await expect(page.getByText("What the membership includes until its last day")).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole("radio", { name: /^1 month / }).check()
  await page.getByRole("button", { name: "Pay ₹1,200" }).click()
  const pay = async () => {
    await page.getByRole("link", { name: "Pay ₹1,200" }).click()
    await page.getByRole("button", { name: "Pay ₹1,200" }).click()
  }
  await pay()
  await page.getByRole("dialog").getByRole("link", { name: "Continue Browsing" }).click()
  await expect(page).toHaveURL(/\/courses$/)

  await page.goto(KARATE)
  const runs = page.getByText(/^Your membership runs until/)
  await expect(runs).toBeVisible()
  const first = await runs.textContent()
  await page.getByRole("link", { name: "Renew membership" }).click()
  await expect(page.getByRole("group", { name: "Renew for how long?" })).toBeVisible()
  await expect(page.getByRole("radio", { name: /^Whole program/ })).toHaveCount(0)
  await expect(page.getByText(/^The new term follows the present one/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole("button", { name: "Pay ₹1,200" }).click()
  await pay()
  await expect(page.getByText("Membership renewed")).toBeVisible()
  await page.goto(KARATE)
  await expect(runs).toBeVisible()
  expect(await runs.textContent()).not.toBe(first)
})

test("PAY-02 PAY-04 a student changes from one month to three, and reads what the present plan pays of it before pressing", async ({
  browser,
  product,
}) => {
  const page = await signedIn(browser, product, "zoya")
  const pay = async (amount: string) => {
    await page.getByRole("button", { name: `Pay ${amount}` }).click()
    await page.getByRole("link", { name: `Pay ${amount}` }).click()
    await page.getByRole("button", { name: `Pay ${amount}` }).click()
  }
  await page.goto(`${DANCE}/checkout?state=29&months=1`)
  await pay("₹1,200")
  await expect(page.getByRole("dialog", { name: "Enrollment Successful!" })).toBeVisible()
  await page.goto("/orders")
  await page.getByRole("link", { name: /^Change Zoya's plan/ }).click()
  await expect(page.getByText("This is the present plan.")).toBeVisible()
  await page.getByRole("radio", { name: /^3 months/ }).check()
  await expect(
    page.getByText(/\d+ of \d+ days are left, including today\. That is worth ₹1,200 of the ₹1,200 paid\./),
  ).toBeVisible()
  await expectAccessibleInBothThemes(page)
  // 3 × 1,200 less 5 %, less the month that has just begun.
  await pay("₹2,220")
  await expect(page.getByText("Plan changed")).toBeVisible()
  await expect(page.getByText("Left to pay")).toHaveCount(0)
  await page.goto("/orders")
  // The month before paid for this one, and nothing was sent back.
  await expect(page.getByRole("link", { name: /₹1,200 .*Plan changed/ })).toBeVisible()
  await page.getByRole("link", { name: /^Change Zoya's plan/ }).click()
  await page.getByRole("radio", { name: /^1 month/ }).check()
  await expect(page.getByText(/so ₹2,220 stays with the academy as your credit/)).toBeVisible()
})
