import { mkdirSync, readFileSync } from "node:fs"
import { chromium } from "@playwright/test"
import brand from "../content/brand.json" with { type: "json" }
import { drawFavicon, drawLogo } from "./illustrations/marks.ts"

/** Draws the icons of the installed product and the picture of link previews under content/public/icons. */

const folder = new URL("../content/public/icons/", import.meta.url).pathname
mkdirSync(folder, { recursive: true })

const TEAL = "#0f766e"
const PAPER = "#faf8f4"
const mark = drawFavicon().replace("<svg ", '<svg style="width:100%;height:100%;display:block" ')
const logo = drawLogo().replace("<svg ", '<svg style="width:100%;height:100%;display:block" ')

/** A maskable icon keeps its mark within the inner circle of 80 %; a touch icon is cut by the phone itself. */
function tile(share: number): string {
  const inset = `${(100 - share) / 2}%`
  return `<div style="position:fixed;inset:0;background:${TEAL}"><div style="position:absolute;inset:${inset}">${mark}</div></div>`
}

const share = `
  <div style="position:fixed;inset:0;background:${PAPER};color:#1c2333;font-family:'Inter Variable',Arial,sans-serif;
    background-image:repeating-linear-gradient(to bottom,transparent 0 59px,#e6e0d5 59px 60px)">
    <div style="position:absolute;top:0;bottom:0;left:110px;border-left:2px solid #e8604c"></div>
    <div style="position:absolute;left:170px;top:130px;width:150px;height:150px">${logo}</div>
    <div style="position:absolute;left:170px;top:312px;font-size:128px;font-weight:750;letter-spacing:-0.045em;line-height:1">${brand.name}</div>
    <div lang="fr" style="position:absolute;left:174px;top:462px;font-size:44px;letter-spacing:-0.02em;color:#0f6f67">${brand.tagline}</div>
  </div>`

const pictures: [file: string, width: number, height: number, body: string][] = [
  ["icon-192", 192, 192, `<div style="position:fixed;inset:0">${mark}</div>`],
  ["icon-512", 512, 512, `<div style="position:fixed;inset:0">${mark}</div>`],
  ["maskable-192", 192, 192, tile(72)],
  ["maskable-512", 512, 512, tile(72)],
  ["touch-180", 180, 180, tile(84)],
  ["share", 1200, 630, share],
]

const fontFolder = new URL("../node_modules/@fontsource-variable/inter/", import.meta.url)
const font = readFileSync(new URL("files/inter-latin-wght-normal.woff2", fontFolder)).toString("base64")
const fontFace = `<style>@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${font})}</style>`

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
})
for (const [file, width, height, body] of pictures) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<!doctype html><meta charset="utf-8">${fontFace}<body>${body}`)
  await page.evaluate("document.fonts.ready")
  await page.screenshot({ path: `${folder}${file}.png`, omitBackground: true })
  await page.close()
}
await browser.close()
