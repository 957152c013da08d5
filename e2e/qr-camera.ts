import { writeFileSync } from "node:fs"
import { chromium, type Page } from "@playwright/test"
import { encode } from "uqr"
import type { Product } from "./product.ts"

const [WIDTH, HEIGHT] = [640, 480]
const WHITE = 235
const BLACK = 16

/** Writes a video of one picture: a QR code in front of the camera. YUV4MPEG2, 4:2:0. */
function writeVideo(path: string, text: string): void {
  const { size, data } = encode(text, { border: 4 })
  const scale = Math.floor(HEIGHT / size)
  const [left, top] = [WIDTH, HEIGHT].map((length) => Math.floor((length - size * scale) / 2))
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (!isDark) return
      for (let line = 0; line < scale; line += 1) {
        const from = (y * scale + line + (top ?? 0)) * WIDTH + x * scale + (left ?? 0)
        luma.fill(BLACK, from, from + scale)
      }
    })
  })
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, chroma])
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]))
}

type Options = { path: string; text: string; refused?: boolean }

/** Opens a phone whose camera sees a QR code, or that refuses its camera. Close its context's browser afterwards. */
export async function openCamera(product: Product, { path, text, refused = false }: Options): Promise<Page> {
  writeVideo(path, text)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--use-fake-device-for-media-stream"],
      `--use-fake-ui-for-media-stream${refused ? "=deny" : ""}`,
      `--use-file-for-fake-video-capture=${path}`,
    ],
  })
  const context = await browser.newContext({
    ...{ baseURL: product.address, viewport: { width: 390, height: 844 }, hasTouch: true },
    ...{ locale: "en-IN", timezoneId: "Asia/Kolkata" },
  })
  return context.newPage()
}
