import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { MINUTE } from "#shared/time.ts"

const { resolve } = createRequire(import.meta.url)
/** Runs as it is, also beside a server that was built into one file. */
const THREAD = resolve("#platform/pdf/typst-thread.ts")
const COMPILER = resolve("@myriaddreamin/typst-ts-web-compiler/wasm")
/** For so long after a document its compiler is kept for the next, with what it has become faster at. */
const KEPT_MS = 5 * MINUTE

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
 * thread of its own. They share its code: to read its 28 MB takes far longer than to set a page.
 */
export async function renderPdf(
  template: string,
  data: unknown,
  { files = {}, ms }: PdfOptions = {},
): Promise<Buffer> {
  const workerData = { compiler: await readCompiler(), template, data: JSON.stringify(data), files }
  const thread = new Worker(THREAD, { workerData })
  try {
    const overdue = ms === undefined ? {} : { signal: AbortSignal.timeout(ms) }
    const [pdf] = (await once(thread, "message", overdue)) as [Uint8Array]
    return Buffer.from(pdf)
  } finally {
    await thread.terminate()
  }
}

let compiler: Promise<WebAssembly.Module> | null = null
let forgetting: NodeJS.Timeout | undefined

function readCompiler(): Promise<WebAssembly.Module> {
  const forget = () => {
    compiler = null
  }
  compiler ??= readFile(COMPILER).then((bytes) => WebAssembly.compile(bytes))
  compiler.catch(forget)
  clearTimeout(forgetting)
  forgetting = setTimeout(forget, KEPT_MS).unref()
  return compiler
}
