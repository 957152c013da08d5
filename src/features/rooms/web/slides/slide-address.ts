import type { SlideSize } from "#shared/slides.ts"

/** Returns the address of a page's picture, from 0, for the people of the class. */
export function slideAddress(classId: string, deckId: string, page: number, size: SlideSize): string {
  return `/class/${classId}/slides/${deckId}/${page}/${size}`
}
