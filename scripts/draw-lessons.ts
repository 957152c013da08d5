import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { chromium } from "@playwright/test"

/**
 * Draws the two short lessons of the trial under content/lessons: silent slides with a moving arrow, one as MP4 (H.264)
 * and one as WebM (VP9), encoded by the browser. `node scripts/draw-lessons.ts`, with CHROMIUM_PATH where needed.
 */

const folder = new URL("../content/lessons/", import.meta.url).pathname
mkdirSync(folder, { recursive: true })

type Slide = { text: string; from: string; to: string }
type Film = { file: string; codec: "avc" | "vp9"; title: string; slides: Slide[] }

const films: Film[] = [
  {
    file: "what-a-curly-arrow-says.mp4",
    codec: "avc",
    title: "What a curly arrow says",
    slides: [
      { text: "A curly arrow is a sentence about two electrons", from: "2 e⁻", to: "?" },
      { text: "Its tail sits where the electrons are now", from: "O:", to: "C" },
      { text: "Its head points to where they will be", from: "HO⁻", to: "C⁺" },
      { text: "Charge follows: the rich place loses one, the poor place gains one", from: "−", to: "+" },
      { text: "Draw the arrow yourself before you go on", from: "Nu:", to: "E⁺" },
    ],
  },
  {
    file: "rich-places-and-poor-places.webm",
    codec: "vp9",
    title: "Rich places and poor places",
    slides: [
      { text: "Electrons leave a rich place and arrive at a poor one", from: "rich", to: "poor" },
      { text: "Rich: a lone pair, a double bond, a negative charge", from: "N:", to: "…" },
      { text: "Poor: a positive charge, a carbon beside oxygen or chlorine", from: "…", to: "C⁺" },
      { text: "Mark both in every molecule before you draw an arrow", from: "δ−", to: "δ+" },
    ],
  },
]

const library = readFileSync(
  new URL("../node_modules/mediabunny/dist/bundles/mediabunny.min.mjs", import.meta.url),
  "utf8",
)
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch(executablePath ? { executablePath } : {})
const page = await browser.newPage()
// Encoders are there on secure origins alone.
await page.route("https://draw.example/**", (route) =>
  route.request().url().endsWith(".mjs")
    ? route.fulfill({ contentType: "text/javascript", body: library })
    : route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Lessons</title>" }),
)
await page.goto("https://draw.example/")
for (const film of films) {
  const encoded = await page.evaluate(async (wanted) => {
    const address = "https://draw.example/mediabunny.mjs"
    const { BufferTarget, CanvasSource, Mp4OutputFormat, Output, WebMOutputFormat } = await import(address)
    const [width, height, rate, secondsEach] = [640, 360, 10, 5]
    const canvas = Object.assign(document.createElement("canvas"), { width, height })
    const pen = canvas.getContext("2d")
    if (!pen) throw new Error("nothing to draw with")
    const target = new BufferTarget()
    const format =
      wanted.codec === "avc" ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat()
    const output = new Output({ format, target })
    const source = new CanvasSource(canvas, {
      codec: wanted.codec,
      bitrate: 90_000,
      keyFrameInterval: secondsEach,
    })
    output.addVideoTrack(source, { frameRate: rate })
    await output.start()

    const write = (text: string, top: number, size: number, colour: string) => {
      pen.fillStyle = colour
      pen.font = `700 ${size}px Arial, sans-serif`
      let line = ""
      for (const word of text.split(" ")) {
        if (pen.measureText(`${line} ${word}`).width > width - 120) {
          pen.fillText(line, 72, top)
          top += size * 1.25
          line = ""
        }
        line = line ? `${line} ${word}` : word
      }
      pen.fillText(line, 72, top)
    }
    const atom = (label: string, x: number) => {
      pen.fillStyle = "#ffffff"
      pen.strokeStyle = "#1c2333"
      pen.lineWidth = 3
      pen.beginPath()
      pen.arc(x, 282, 38, 0, Math.PI * 2)
      pen.fill()
      pen.stroke()
      pen.fillStyle = "#1c2333"
      pen.font = "700 22px Arial, sans-serif"
      pen.fillText(label, x - pen.measureText(label).width / 2, 290)
    }
    for (let frame = 0; frame < wanted.slides.length * secondsEach * rate; frame += 1) {
      const at = frame / rate
      const slide = wanted.slides[Math.floor(at / secondsEach)]
      if (!slide) break
      const share = Math.min(1, (at % secondsEach) / 2.5)
      pen.fillStyle = "#faf8f4"
      pen.fillRect(0, 0, width, height)
      pen.fillStyle = "#e8604c"
      pen.fillRect(48, 0, 2, height)
      write(wanted.title, 48, 18, "#5b6478")
      write(slide.text, 104, 30, "#1c2333")
      atom(slide.from, 200)
      atom(slide.to, 440)
      // The arrow grows from its tail to its head.
      const bend = (t: number) => ({ x: 225 + 190 * t, y: 248 - 4 * 46 * t * (1 - t) })
      pen.strokeStyle = "#e8604c"
      pen.lineWidth = 4
      pen.beginPath()
      for (let t = 0; t <= share; t += 0.02) {
        const { x, y } = bend(t)
        if (t === 0) pen.moveTo(x, y)
        else pen.lineTo(x, y)
      }
      pen.stroke()
      const head = bend(share)
      pen.fillStyle = "#e8604c"
      pen.beginPath()
      pen.arc(head.x, head.y, 6, 0, Math.PI * 2)
      pen.fill()
      await source.add(at, 1 / rate)
    }
    await output.finalize()
    const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer())
    let text = ""
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text)
  }, film)
  const bytes = Buffer.from(encoded, "base64")
  writeFileSync(`${folder}${film.file}`, bytes)
  console.log(`  ${film.file}: ${Math.round(bytes.length / 1_024)} kB`)
}
await browser.close()
