import type { Page } from "@playwright/test"
import { openContext } from "./first-frame.ts"
import type { LiveClass } from "./live-class.ts"
import type { World } from "./world.ts"

const PANEL = "[data-recording-panel][data-phase]"
const WITHIN_MS = 60_000

/** When Stop and Save was pressed, and when the page said that it is saved: epoch milliseconds. */
export type Stopped = { pressedAt: number; savedAt: number }

/** Opens the class as its instructor, whose browser starts recording automatically. */
export async function openRecorder(world: World, { id, instructor }: LiveClass): Promise<Page> {
  const { address } = await world.product()
  const context = await openContext(await world.browser(), address, instructor)
  await context.grantPermissions(["camera", "microphone"])
  world.own(() => context.close())
  const page = await context.newPage()
  await page.goto(`${address}/class/${id}/room`)
  return page
}

/** Records for so many seconds, started automatically or, after an earlier recording, by the panel's button. */
export async function recordFor(page: Page, seconds: number): Promise<void> {
  await page.waitForSelector(`[data-phase="recording"], [data-phase="saved"]`, { timeout: WITHIN_MS })
  const panel = page.locator(PANEL)
  if (!(await panel.isVisible())) await page.locator('[data-control="recording"]').click()
  await panel.waitFor({ timeout: WITHIN_MS })
  const again = panel.getByRole("button", { name: "Start Recording" })
  if (await again.isVisible()) await again.click()
  await page.waitForSelector(`${PANEL}[data-phase="recording"]`, { timeout: WITHIN_MS })
  await page.waitForTimeout(seconds * 1_000)
}

/** Presses Stop and Save and waits until the page says that it is saved. */
export function stopAndSave(page: Page): Promise<Stopped> {
  return page.evaluate(async (panel) => {
    const now = () => performance.timeOrigin + performance.now()
    const phase = () => document.querySelector<HTMLElement>(panel)?.dataset.phase
    const buttons = document.querySelectorAll<HTMLElement>(`${panel} button`)
    const stop = [...buttons].find((button) => button.textContent?.includes("Stop and Save"))
    if (!stop) throw new Error("nothing is recorded")
    const pressedAt = now()
    stop.click()
    const savedAt = await new Promise<number>((saved) => {
      const look = () => phase() === "saved" && saved(now())
      new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true })
      look()
    })
    return { pressedAt, savedAt }
  }, PANEL)
}
