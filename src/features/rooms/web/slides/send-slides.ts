import { browserApi, errorDataOf } from "#ui/client.ts"
import type { Language } from "#ui/language.ts"

// Loaded with the first press: the server and most visits of a page don't need the typed client.

type Sent = { classId: string; id: string; file: File; language: Language }

/** Adds a file to the slides of a class. Returns the problem with it in words, if any. Throws without a connection. */
export async function sendSlides({ classId: class_id, id, file, language }: Sent): Promise<string | null> {
  try {
    await browserApi().rooms.addSlides({ class_id, id, file })
    return null
  } catch (error) {
    const { fields } = (errorDataOf(error, "FIELD_ERRORS") ?? {}) as { fields?: { file?: string } }
    if (!fields?.file) throw error
    const { fieldTextIn } = await import("#ui/messages/in-language.ts")
    return fieldTextIn(language, fields.file)
  }
}

/** Returns what the staff noted on each page. */
export async function loadNotes(class_id: string, deck_id: string): Promise<string[]> {
  const { pages } = await browserApi().rooms.slidePages({ class_id, deck_id })
  return pages.map(({ note }) => note)
}

export async function sendNote(sent: {
  class_id: string
  deck_id: string
  page: number
  note: string
}): Promise<void> {
  await browserApi().rooms.noteSlide(sent)
}

/** Removes slides, or restores them. */
export async function changeSlides(
  class_id: string,
  deck_id: string,
  how: "deleteSlides" | "restoreSlides",
): Promise<void> {
  await browserApi().rooms[how]({ class_id, deck_id })
}
