import { mkdirSync } from "node:fs"
import { chromium } from "@playwright/test"
import { drawFavicon } from "./illustrations/marks.ts"

/** Draws the icons of the installed product under content/public/icons. */

const folder = new URL("../content/public/icons/", import.meta.url).pathname
mkdirSync(folder, { recursive: true })

const TEAL = "#0f766e"
const mark = drawFavicon().replace("<svg ", '<svg style="width:100%;height:100%;display:block" ')

/** A maskable icon keeps its mark within the inner circle of 80 %; a touch icon is cut by the phone itself. */
function tile(share: number): string {
  const inset = `${(100 - share) / 2}%`
  return `<div style="position:fixed;inset:0;background:${TEAL}"><div style="position:absolute;inset:${inset}">${mark}</div></div>`
}

const pictures: [file: string, width: number, height: number, body: string][] = [
  ["icon-192", 192, 192, `<div style="position:fixed;inset:0">${mark}</div>`],
  ["icon-512", 512, 512, `<div style="position:fixed;inset:0">${mark}</div>`],
  ["maskable-192", 192, 192, tile(72)],
  ["maskable-512", 512, 512, tile(72)],
  ["touch-180", 180, 180, tile(84)],
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
})
for (const [file, width, height, body] of pictures) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<!doctype html><meta charset="utf-8"><body>${body}`)
  await page.screenshot({ path: `${folder}${file}.png`, omitBackground: true })
  await page.close()
}
await browser.close()
