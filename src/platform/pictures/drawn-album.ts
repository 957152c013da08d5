import { renderPdf } from "#platform/pdf/pdf.ts"
import { SECOND } from "#shared/time.ts"
import { type JpegPage, toPoints } from "./album.ts"

/** A line of words: where its baseline begins and how large its letters are, in px. */
type Words = { x: number; y: number; size: number; color: string; text: string }

/** A page as a scalable picture with words over it, of a size in px. Words in the picture itself may not be Hindi. */
export type DrawnPage = { width: number; height: number; svg: Uint8Array; words: readonly Words[] }

/** Hundreds of pages take some seconds. */
const LONGEST_MS = 120 * SECOND

const TEMPLATE = `
#for page-of in json(bytes(sys.inputs.data)) {
  page(
    width: page-of.width * 1pt,
    height: page-of.height * 1pt,
    margin: 0pt,
    {
      place(image(page-of.file, width: 100%, height: 100%, fit: "stretch"))
      for line in page-of.words {
        let words = text(
          font: "Noto Sans Devanagari",
          top-edge: "baseline",
          bottom-edge: "baseline",
          size: line.size * 1pt,
          fill: rgb(line.color),
          line.text,
        )
        // As wide as it takes: a line isn't broken.
        place(dx: line.x * 1pt, dy: line.y * 1pt, box(width: 100pt * line.text.len() + 100pt, words))
      }
    },
  )
}
`

/**
 * Returns a PDF with one page for each of these, in which what is drawn stays lines and words. Throws where that takes
 * too long or too much memory.
 */
export function makeDrawnAlbum(pages: readonly (JpegPage | DrawnPage)[]): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {}
  const sheets = pages.map((page, at) => {
    const file = `${at}.${"svg" in page ? "svg" : "jpg"}`
    files[file] = "svg" in page ? page.svg : page.jpeg
    const words = ("svg" in page ? page.words : []).map(({ x, y, size, ...line }) => ({
      ...line,
      ...{ x: toPoints(x), y: toPoints(y), size: toPoints(size) },
    }))
    return { file, width: toPoints(page.width), height: toPoints(page.height), words }
  })
  return renderPdf(TEMPLATE, sheets, { files, ms: LONGEST_MS })
}
