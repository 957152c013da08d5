import { readFileSync } from "node:fs"
import { chromium } from "@playwright/test"
import programs from "../content/programs.json" with { type: "json" }

/** Draws the pictures of link previews, one for each program, from its illustration, beside it as JPEG. */

const folder = new URL("../content/public/", import.meta.url).pathname
const WIDTH = 1_200
const HEIGHT = 630
/** Flat colours show no loss here, and a preview is loaded by phones. */
const QUALITY = 72

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
})
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
for (const { image } of programs) {
  const drawing = readFileSync(folder + image, "utf8")
  // The illustration is 8:5, a preview 1.91:1, so the top and bottom are cut off.
  const fitted = drawing.replace(
    "<svg ",
    '<svg preserveAspectRatio="xMidYMid slice" style="width:100vw;height:100vh;display:block" ',
  )
  await page.setContent(`<!doctype html><body style="margin:0">${fitted}`)
  await page.screenshot({ path: `${folder}${image.replace(/svg$/, "jpg")}`, type: "jpeg", quality: QUALITY })
}
await browser.close()
