import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

type Look = { where?: string | undefined; part?: string | undefined; rules?: string[] }

/**
 * Finds nothing that shuts people out in what the page shows, or in one part of it. In one document alone: the
 * library's other way opens a page of its own for each look, which takes twice as long, and no page here holds another.
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
  await page.emulateMedia({ colorScheme: "light" })
  await expectAccessible(page, { where: `${where} light`, part })
  await page.emulateMedia({ colorScheme: "dark" })
  // Colours go over into each other, and on a busy machine a look falls in between.
  await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition))
  await expectAccessible(page, { where: `${where} dark`, part, rules: ["color-contrast"] })
}
