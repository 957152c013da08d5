import { on } from "node:events"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { MOST_PICTURE_PIXELS, MOST_SLIDE_PAGES } from "#shared/slides.ts"
import { SECOND } from "#shared/time.ts"
import { type PageKind, type PagePictures, type Told, Unreadable } from "./page-work.ts"

/** Runs as it is, also beside a server that was built into one file. */
const THREAD = createRequire(import.meta.url).resolve("#platform/pictures/page-thread.ts")

/** What one file may cost. */
export const PAGE_LIMITS = {
  pages: MOST_SLIDE_PAGES,
  pixels: MOST_PICTURE_PIXELS,
  seconds: 300,
  heapMegabytes: 256,
}

/**
 * Turns a PDF or a picture that somebody sent into pictures of its pages, which hold nothing of the file but what it
 * looks like, and what each page says. Calls `keep` with one page after the other. Returns how many there are. Throws
 * Unreadable. It runs in a thread that has no secrets, a bounded memory and a bounded time, and gives way to others.
 */
export async function makePagePictures(
  file: Uint8Array,
  kind: PageKind,
  keep: (page: PagePictures, at: number) => Promise<void>,
  limits = PAGE_LIMITS,
): Promise<number> {
  const thread = new Worker(THREAD, {
    workerData: { file, kind, mostPages: limits.pages, mostPixels: limits.pixels },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    env: {},
    stdout: true,
    stderr: true,
  })
  // What readers print about a file says no more than their errors.
  for (const printed of [thread.stdout, thread.stderr]) printed.resume()
  const overdue = AbortSignal.timeout(limits.seconds * SECOND)
  try {
    let pages = 0
    const told = on(thread, "message", { signal: overdue, close: ["exit"] }) as AsyncIterable<[Told]>
    for await (const [news] of told) {
      if ("failure" in news) throw new Unreadable(news.failure, news.reason)
      if ("done" in news) return pages
      await keep(news.page, pages)
      pages += 1
      thread.postMessage("next")
    }
    throw new Unreadable("TOO_COMPLEX", "the thread ended without a word")
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw new Unreadable("TOO_SLOW")
    const { code } = error as { code?: string }
    if (code === "ERR_WORKER_OUT_OF_MEMORY") throw new Unreadable("TOO_COMPLEX", code)
    throw error
  } finally {
    await thread.terminate()
  }
}
