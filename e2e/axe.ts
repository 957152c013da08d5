import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/**
 * Finds nothing that shuts people out in what the page shows, or in one part of it. In one document alone: the
 * library's other way opens a page of its own for each look, which takes twice as long, and no page here holds another.
 */
export async function expectAccessible(page: Page, where?: string, part?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)
  expect(found, where).toEqual([])
}
