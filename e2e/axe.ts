import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

type Look = { where?: string | undefined; part?: string | undefined; rules?: string[] }

/**
 * Expects no accessibility violation on the page, or in one part of it. Checks one document only: the
 * library's other way opens a page of its own for each check, which takes twice as long, and no page here
 * contains another.
 */
export async function expectAccessible(page: Page, { where, part, rules }: Look = {}): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  if (part) axe.include(part)
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)
  expect(found, where).toEqual([])
}

/** The same in both themes, which differ in nothing but their colours: the second is looked at for contrast alone. */
export async function expectAccessibleInBothThemes(page: Page, where = "", part?: string): Promise<void> {
  await changeTheme(page, "light")
  await expectAccessible(page, { where: `${where} light`, part })
  await changeTheme(page, "dark")
  await expectAccessible(page, { where: `${where} dark`, part, rules: ["color-contrast"] })
}

/** Without transitions: in between two colours the contrast of neither theme is seen. */
async function changeTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync("*, ::before, ::after { transition: none !important }")
    document.adoptedStyleSheets = [still]
  })
  await page.emulateMedia({ colorScheme })
}
