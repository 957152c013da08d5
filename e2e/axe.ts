import { expect, type Page } from "@playwright/test"
import axe from "axe-core"

type Look = { where?: string | undefined; part?: string | undefined; rules?: string[] }

/**
 * Expects no accessibility violation on the page, or in one part of it. Each document gets the rules once. Only what
 * is wrong is described: names for all that is right would take as long as the rules themselves. Transitions are
 * over by then, for in between two colours the contrast of neither is seen.
 */
export async function expectAccessible(page: Page, { where, part, rules }: Look = {}): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async ({ part, rules }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const still = new CSSStyleSheet()
      still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important }")
      document.adoptedStyleSheets.push(still)
      const { violations } = await inPage.run(part ?? document, {
        resultTypes: ["violations"],
        ...(rules && { runOnly: rules }),
      })
      document.adoptedStyleSheets.pop()
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)
    },
    { part, rules },
  )
  expect(found, where).toEqual([])
}

/** The same in both themes, which differ in nothing but their colours: the second is looked at for contrast alone. */
export async function expectAccessibleInBothThemes(page: Page, where = "", part?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" })
  await expectAccessible(page, { where: `${where} light`, part })
  await page.emulateMedia({ colorScheme: "dark" })
  await expectAccessible(page, { where: `${where} dark`, part, rules: ["color-contrast"] })
}
