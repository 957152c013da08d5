import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test"
import { expect, type Product } from "./product.ts"

/** Signs the demo person in as the trial's one click does it: other journeys are about passwords. */
export async function signInto({ request }: Pick<BrowserContext, "request">, name: string): Promise<void> {
  const data = { email: `${name}@demo.kaksha.example` }
  const answer = await request.post("/api/v1/demo-people/session", { data })
  expect(answer.ok()).toBe(true)
}

/** A browser in which the demo person is signed in. */
export async function signedIn(
  browser: Browser,
  product: Pick<Product, "address">,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.address, ...options })
  await signInto(context, name)
  return context.newPage()
}

/** The names of the buttons on the way to an order, and the buyer's State. */
type Way = { enrol?: RegExp; pay?: RegExp; state: string }

/** Goes on from a program's page to its order, which is ready to be paid, and returns the order's number. */
export async function order(
  page: Page,
  path: string,
  { enrol = /^Enroll Now$/, pay = /^Pay ₹/, state }: Way,
): Promise<string> {
  await page.goto(path)
  await page.getByRole("button", { name: enrol }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/checkout/)
  await page.locator("select[name=state]").selectOption({ label: state })
  await page.getByRole("button", { name: pay }).click()
  await expect(page).toHaveURL(/\/orders\/[A-Z0-9-]+$/)
  await page.locator("html[data-ready]").waitFor()
  return page.url().split("/").at(-1) ?? ""
}
