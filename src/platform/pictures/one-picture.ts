import type { PictureKind } from "#shared/slides.ts"
import { makePagePictures, PAGE_LIMITS } from "./page-pictures.ts"
import { type PagePictures, Unreadable } from "./page-work.ts"

/** While somebody waits. The largest photo takes some seconds. */
const LIMITS = { ...PAGE_LIMITS, pages: 1, seconds: 30 }
/** Each holds its file in memory until it has its turn. */
const MOST_WAITING = 16

let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Draws one picture that somebody sent, while they wait for it; one after the other. Returns null while too many wait.
 * Throws Unreadable.
 */
export async function drawPicture(
  file: Uint8Array,
  kind: PictureKind,
  limits = LIMITS,
): Promise<PagePictures | null> {
  if (waiting >= MOST_WAITING) return null
  waiting += 1
  const drawn = turn.then(() => drawNow(file, kind, limits))
  turn = drawn.catch(() => undefined)
  return drawn.finally(() => {
    waiting -= 1
  })
}

async function drawNow(file: Uint8Array, kind: PictureKind, limits: typeof LIMITS): Promise<PagePictures> {
  let pictures: PagePictures | null = null
  await makePagePictures(
    file,
    kind,
    async (page) => {
      pictures = page
    },
    limits,
  )
  return pictures ?? Promise.reject(new Unreadable("DAMAGED"))
}
