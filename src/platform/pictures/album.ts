import { once } from "node:events"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"

/** Runs as it is, also beside a server that was built into one file. */
const THREAD = createRequire(import.meta.url).resolve("#platform/pictures/jpeg-thread.ts")

export type JpegPage = { width: number; height: number; jpeg: Uint8Array }

/** Pictures are this many px to an inch, so that a page of 1,920 px is as wide as a sheet of A4 on its side. */
const PER_INCH = 165
const POINTS_PER_INCH = 72

/** Returns how large so many px of a picture are on a page. */
export const toPoints = (px: number) => (px / PER_INCH) * POINTS_PER_INCH

/** Gives `work` what turns a picture in WebP, which the product made, into JPEG: in a thread, because it takes a moment. */
export async function withJpegs<T>(
  work: (toJpeg: (picture: Uint8Array) => Promise<JpegPage>) => Promise<T>,
): Promise<T> {
  const thread = new Worker(THREAD, { env: {} })
  try {
    return await work(async (picture) => {
      const answered = once(thread, "message") as Promise<[JpegPage]>
      thread.postMessage(picture)
      return (await answered)[0]
    })
  } finally {
    await thread.terminate()
  }
}

/** Returns a PDF with one page for each of these pictures. */
export function makeAlbum(pages: readonly JpegPage[]): Uint8Array {
  // A PDF has numbered objects, and at its end a table of where each begins.
  const idOf = (page: number) => 3 + page * 3
  const objects: (string | Uint8Array)[][] = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    [
      `<< /Type /Pages /Kids [${pages.map((_, at) => `${idOf(at)} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ],
  ]
  for (const [at, { width, height, jpeg }] of pages.entries()) {
    const [wide, high] = [width, height].map((side) => toPoints(side).toFixed(2))
    const drawn = `${wide} 0 0 ${high} 0 0 cm /P Do`
    const picture = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`
    objects.push(
      [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${idOf(at) + 1} 0 R `,
        `/Resources << /XObject << /P ${idOf(at) + 2} 0 R >> >> >>`,
      ],
      [`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`],
      [
        `<< ${picture} /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
        jpeg,
        "\nendstream",
      ],
    )
  }
  return written(objects)
}

function written(objects: readonly (string | Uint8Array)[][]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from("%PDF-1.4\n")]
  let at = parts[0]?.length ?? 0
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === "string" ? Buffer.from(part) : part
    parts.push(bytes)
    at += bytes.length
  }
  const places = objects.map((content, index) => {
    const place = at
    for (const part of [`${index + 1} 0 obj\n`, ...content, "\nendobj\n"]) add(part)
    return `${String(place).padStart(10, "0")} 00000 n \n`
  })
  const [table, size] = [at, objects.length + 1]
  add(`xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`)
  add(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return Buffer.concat(parts)
}
