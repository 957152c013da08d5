import type { Page } from "@playwright/test"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"
import { countScripts, scriptBudget } from "./script-bytes.ts"

const PROGRAM = "/courses/learn-to-swim"

const visits = [
  { path: "/", budget: "script-home" },
  { path: "/courses", budget: "script-catalogue" },
  { path: "/auth", budget: "script-sign-in" },
  { path: PROGRAM, budget: "script-program" },
  { path: "/courses", budget: "script-catalogue-signed-in", person: "asha" },
  { path: PROGRAM, budget: "script-program-signed-in", person: "asha" },
  { path: "/student-dashboard", budget: "script-dashboard", person: "asha" },
] as const

async function bytesOf(page: Page, path: string): Promise<number> {
  const settle = await countScripts(page)
  await page.goto(path)
  await page.locator("html[data-ready]").waitFor()
  const { bytes } = await settle()
  await page.context().close()
  return bytes
}

test("NAV-07 no page sends more script than its budget", async ({ browser, product }) => {
  const options = { extraHTTPHeaders: { "accept-encoding": "gzip" } }
  for (const { path, budget, ...visit } of visits) {
    const page =
      "person" in visit
        ? await signedIn(browser, product, visit.person, options)
        : await browser.newPage({ baseURL: product.address, ...options })
    const bytes = await bytesOf(page, path)
    expect.soft(bytes, budget).toBeGreaterThan(1_000)
    expect.soft(bytes, budget).toBeLessThanOrEqual(scriptBudget(budget))
  }
})
