import type { SlideSize } from "#shared/slides.ts"

/** Returns the address of a picture on a class's whiteboard, for the people of the class. */
export function pictureAddress(classId: string, picture: string, size: SlideSize): string {
  return `/class/${classId}/pictures/${picture}/${size}`
}
