import { once } from "node:events"
import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import { LONGEST_SLIDE_TEXT, SLIDE_SIZES } from "#shared/slides.ts"
import { decodePicture, encodeLossless, encodeWebp, openPdf } from "./codecs.ts"
import { fewShades } from "./few-shades.ts"
import { failureOf, type PageWork, Unreadable } from "./page-work.ts"
import { pictureSize } from "./picture-size.ts"
import { type Pixels, shrink } from "./shrink.ts"

/** Below the classes that run on the same machine. */
const NICENESS = 10
/** A page that is narrower is a line: it gets no more than this of the other side, in px. */
const NARROWEST = 16
/** Of the small picture, for poor connections: letters can be read, and a sharp picture follows on others. */
const SMALL_QUALITY = 50
/** A large picture without loss that has more bytes is a photo as well. */
const LARGEST_LOSSLESS_BYTES = 150_000

const { file, kind, mostPages, mostPixels } = workerData as PageWork

// Elsewhere this would slow the whole process.
if (process.platform === "linux") setPriority(0, NICENESS)

async function* pagesOf(): AsyncGenerator<Pixels & { text: string }> {
  if (kind !== "pdf") {
    const said = pictureSize(file, kind)
    if (!said) throw new Unreadable("DAMAGED")
    if (said.width * said.height > mostPixels) throw new Unreadable("TOO_MANY_PIXELS")
    yield { ...(await decodePicture(file, kind)), text: "" }
    return
  }
  const document = await openPdf(file)
  const count = document.getPageCount()
  if (count > mostPages) throw new Unreadable("TOO_MANY_PAGES")
  if (count < 1) throw new Unreadable("DAMAGED")
  for (let at = 0; at < count; at += 1) {
    const page = document.getPage(at)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const longer = Math.max(originalWidth, originalHeight)
    // Also what is no number.
    if (!(originalWidth > 0 && originalHeight > 0 && longer < Number.POSITIVE_INFINITY))
      throw new Unreadable("DAMAGED")
    const text = page.getText().slice(0, LONGEST_SLIDE_TEXT * 2)
    const sideOf = (side: number) => Math.max(NARROWEST, Math.round((side / longer) * SLIDE_SIZES.large))
    yield { ...(await page.render({ width: sideOf(originalWidth), height: sideOf(originalHeight) })), text }
  }
}

/** Without control characters, and lines as words after each other. */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_SLIDE_TEXT)

/** Returns a page in both sizes. Text, lines and areas are smaller and sharper without loss, photos with it. */
async function picturesOf(large: Pixels): Promise<{ small: Uint8Array; large: Uint8Array }> {
  const pixels = shrink(large, SLIDE_SIZES.small)
  const photo = await encodeWebp(pixels, SMALL_QUALITY)
  const drawn = fewShades(pixels)
  const drawing = drawn && (await encodeLossless(drawn))
  if (!drawing || drawing.length >= photo.length) return { small: photo, large: await encodeWebp(large) }
  const exact = await encodeLossless(large)
  if (exact.length <= LARGEST_LOSSLESS_BYTES) return { small: drawing, large: exact }
  const lossy = await encodeWebp(large)
  return { small: drawing, large: lossy.length < exact.length ? lossy : exact }
}

async function work(): Promise<void> {
  for await (const { text, ...pixels } of pagesOf()) {
    // A page was drawn on white and in this size.
    const large = kind === "pdf" ? pixels : shrink(pixels, SLIDE_SIZES.large)
    parentPort?.postMessage({
      page: { width: large.width, height: large.height, text: plain(text), ...(await picturesOf(large)) },
    })
    // One page at a time is in memory.
    if (parentPort) await once(parentPort, "message")
  }
  parentPort?.postMessage({ done: true })
}

await work().catch((error: unknown) => {
  const failure = failureOf(error)
  parentPort?.postMessage({ failure, reason: error instanceof Error ? error.message : String(error) })
})
// Ends the thread, which would wait for messages.
parentPort?.close()
