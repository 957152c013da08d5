import { once } from "node:events"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"

/** Runs as it is, also beside a server that was built into one file. */
const THREAD = createRequire(import.meta.url).resolve("#platform/pdf/typst-thread.ts")

type PdfOptions = {
  /** What the template shows besides, by name: pictures in JPEG or SVG. */
  files?: Record<string, Uint8Array>
  /** After this many milliseconds it is given up. */
  ms?: number
}

/**
 * Returns a PDF of a Typst template, which reads `data` as JSON from `sys.inputs.data`. Its one font has Latin,
 * Devanagari and ₹. Text can be searched, copied and read aloud in the right order. Throws for a template that
 * doesn't compile, and for one that takes too long. The compiler remembers all that it ever set, so each document has a
 * thread of its own.
 */
export async function renderPdf(
  template: string,
  data: unknown,
  { files = {}, ms }: PdfOptions = {},
): Promise<Buffer> {
  const thread = new Worker(THREAD, { workerData: { template, data: JSON.stringify(data), files } })
  try {
    const overdue = ms === undefined ? {} : { signal: AbortSignal.timeout(ms) }
    const [pdf] = (await once(thread, "message", overdue)) as [Uint8Array]
    return Buffer.from(pdf)
  } finally {
    await thread.terminate()
  }
}
