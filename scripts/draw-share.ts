import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { chromium } from "@playwright/test"
import brand from "../content/brand.json" with { type: "json" }
import { drawLogo } from "./illustrations/marks.ts"

/**
 * Draws the pictures of link previews under content/public/share, one for each kind of page and one for each
 * article: what is shared as a link shows no SVG. The size is what the large previews ask for, 1200 by 630.
 */

const content = new URL("../content/", import.meta.url)
const folder = new URL("public/share/", content).pathname
mkdirSync(`${folder}blog`, { recursive: true })

const QUALITY = 78
const picture = (path: string) => readFileSync(new URL(`public/images/${path}`, content), "utf8")
const fill = (svg: string) =>
  svg.replace(
    "<svg ",
    '<svg preserveAspectRatio="xMidYMid slice" style="width:100%;height:100%;display:block" ',
  )

const pages: Record<string, { title: string; image: string }> = {
  kaksha: { title: brand.tagline, image: "hero.svg" },
  about: { title: `A classroom called ${brand.name}`, image: "services/academics.svg" },
  kit: { title: "The kit makes it theirs", image: "services/martial-arts.svg" },
  team: { title: "Meet the team", image: "services/music.svg" },
  blog: { title: "Notes from our teachers", image: "services/art-and-culture.svg" },
  contact: { title: "Talk to us", image: "services/sports.svg" },
  terms: { title: "What we agree on", image: "services/academics.svg" },
}

function articleTitle(file: string): string {
  const text = readFileSync(new URL(`blog/${file}`, content), "utf8")
  return /^title: (.+)$/m.exec(text)?.[1]?.replace(/^["']|["']$/g, "") ?? brand.name
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
}

/** Ruled paper with the brand and the title on the left, the illustration on the right. */
function card(title: string, svg: string): string {
  const size = title.length > 44 ? 50 : title.length > 26 ? 58 : 72
  return `<div style="position:fixed;inset:0;background:#faf8f4;color:#1c2333;font-family:'Inter Variable',Arial,sans-serif;
      background-image:repeating-linear-gradient(to bottom,transparent 0 59px,#e6e0d5 59px 60px)">
    <div style="position:absolute;top:0;bottom:0;left:64px;border-left:2px solid #e8604c"></div>
    <div style="position:absolute;left:100px;top:70px;display:flex;align-items:center;gap:20px;font-size:44px;font-weight:750;letter-spacing:-0.03em">
      <div style="width:64px;height:64px">${fill(drawLogo())}</div>${escapeHtml(brand.name)}</div>
    <div style="position:absolute;left:100px;top:190px;width:500px;bottom:60px;display:flex;align-items:center;
      font-size:${size}px;font-weight:700;letter-spacing:-0.035em;line-height:1.08;text-wrap:balance">${escapeHtml(title)}</div>
    <div style="position:absolute;right:56px;top:145px;width:500px;height:340px;border-radius:24px;overflow:hidden;background:#fff;border:1px solid #e6e0d5">${fill(svg)}</div>
  </div>`
}

const fontFolder = new URL("../node_modules/@fontsource-variable/inter/", import.meta.url)
const font = readFileSync(new URL("files/inter-latin-wght-normal.woff2", fontFolder)).toString("base64")
const fontFace = `<style>@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${font})}</style>`

const wanted: [file: string, body: string][] = [
  ...Object.entries(pages).map(([name, { title, image }]): [string, string] => [
    name,
    card(title, picture(image)),
  ]),
  ...readdirSync(new URL("blog/", content))
    .filter((file) => file.endsWith(".md"))
    .map((file): [string, string] => {
      const slug = file.slice(0, -3)
      return [`blog/${slug}`, card(articleTitle(file), picture(`blog/${slug}.svg`))]
    }),
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
})
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
for (const [file, body] of wanted) {
  await page.setContent(`<!doctype html><meta charset="utf-8">${fontFace}<body>${body}`)
  await page.evaluate("document.fonts.ready")
  writeFileSync(`${folder}${file}.jpg`, await page.screenshot({ type: "jpeg", quality: QUALITY }))
}
await browser.close()
