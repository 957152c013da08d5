import type { Route } from "@playwright/test"
import { expectAccessible } from "./axe.ts"
import { signedIn } from "./people.ts"
import { expect, type Product, test } from "./product.ts"

/** The newest text to a number that has something in it. */
async function textTo({ address }: Product, phone: string, found: RegExp): Promise<string> {
  let match: string | undefined
  await expect
    .poll(async () => {
      const messages = (await (await fetch(`${address}/api/v1/dev/outbox`)).json()) as {
        recipient: string
        text: string
      }[]
      match = messages.flatMap((one) => (one.recipient === phone ? (found.exec(one.text) ?? []) : []))[0]
      return match
    })
    .toBeTruthy()
  return match ?? ""
}

test("DASH-04 a second guardian accepts on another phone, sees what was ticked, and nothing once removed", async ({
  browser,
  product,
}) => {
  const small = { viewport: { width: 360, height: 740 } }
  const mother = await signedIn(browser, product, "sunita", small)
  await mother.goto("/family")
  await mother.getByRole("main").getByRole("link", { name: "Guardians", exact: true }).first().click()
  await mother.locator("html[data-ready]").waitFor()
  await mother.getByText("Invite another guardian").click()
  await mother.getByLabel("Name", { exact: true }).fill("Kamala Rao")
  await mother.getByLabel("Phone number or e-mail").fill("98980 12345")
  await mother.getByLabel("See classes, attendance and recordings").uncheck()
  await mother.getByRole("button", { name: "Send invitation" }).click()
  await expect(mother.getByText("Invitation to Kamala Rao is on its way")).toBeVisible()
  await expect(mother.locator('[data-invitation="Kamala Rao"]')).toContainText("· Messages")
  expect(await mother.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(mother)

  const link = new URL(await textTo(product, "+919898012345", /http\S+\/a\/g\/[\w-]{12}/))
  const context = await browser.newContext({ baseURL: product.address, ...small })
  const grandmother = await context.newPage()
  await grandmother.goto(link.pathname)
  await grandmother.getByRole("button", { name: "Send me a code" }).click()
  // A tunnel: the step and what was typed stay.
  await grandmother.getByLabel("Code").fill(await textTo(product, "+919898012345", /^\d{6}/))
  const posts = (route: Route) => (route.request().method() === "POST" ? route.abort() : route.continue())
  await context.route("**/a/g/*.data*", posts)
  await grandmother.getByRole("button", { name: "Accept and sign in" }).click()
  await expect(grandmother.getByText("No connection", { exact: true })).toBeVisible()
  await expect(grandmother.getByLabel("Code")).toHaveValue(/^\d{6}$/)
  await context.unroute("**/a/g/*.data*", posts)
  await grandmother.getByRole("button", { name: "Accept and sign in" }).click()
  await expect(grandmother).toHaveURL(/\/family$/)
  await expect(grandmother.getByRole("heading", { name: "Messages" })).toBeVisible()
  await expect(grandmother.getByRole("heading", { name: "Recordings" })).toHaveCount(0)
  await expect(grandmother.locator("[data-week]")).toHaveCount(0)
  await expect(grandmother.locator('a[href*="tab=notices"]').first()).toBeAttached()
  await expect(grandmother.locator('a[href*="tab=attendance"], a[href="/orders"]')).toHaveCount(0)
  await grandmother.goto("/guardian-dashboard?tab=attendance")
  await expect(grandmother.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible()
  expect(await grandmother.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  // The mother's page follows without a reload.
  const listed = mother.locator('[data-guardian="Kamala Rao"]')
  await listed.getByText("Change or remove").click()
  await listed.getByRole("button", { name: "Remove Kamala Rao" }).click()
  await expect(listed).toHaveCount(0)
  await grandmother.goto("/family")
  await expect(grandmother.getByText("No child has your number")).toBeVisible()
  await grandmother.goto(link.pathname)
  await expect(grandmother.getByText("This invitation was accepted already")).toBeVisible()
  await context.close()
  await mother.context().close()
})
