import type { Ctx } from "#platform/context.ts"
import type { SlideSize } from "#shared/slides.ts"

const folderOf = (deckId: string) => `slides/${deckId}/`

/** The key of what was sent, until its pages are drawn. No link opens it. */
export const keyOfSent = (deckId: string) => `${folderOf(deckId)}sent`

/** The key of a page's picture, from 0. */
export const keyOfSlide = (deckId: string, page: number, size: SlideSize) =>
  `${folderOf(deckId)}${page}-${size}.webp`

/** Removes all files of a deck. */
export async function removeSlideFiles({ files }: Pick<Ctx, "files">, deckId: string): Promise<void> {
  for await (const key of files.list(folderOf(deckId))) await files.remove(key)
}
