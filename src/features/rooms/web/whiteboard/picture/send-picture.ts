import { LARGEST_BOARD_PICTURE_BYTES } from "#contract/rooms/whiteboard-page.ts"
import { browserApi, codeOf, errorDataOf } from "#ui/client.ts"
import type { Language } from "#ui/language.ts"
import { fieldTextIn } from "#ui/messages/in-language.ts"
import { errorText } from "../../texts/room-errors.ts"
import { whiteboardText as text } from "../../texts/whiteboard.texts.ts"
import { preparePicture } from "./prepare-picture.ts"

// Loaded with the first picture.

export type SentPicture = { id: string; width: number; height: number }
/** Why a picture isn't on the board, in words; `again` if the same file may work later. */
export type PictureProblem = { words: string; again: boolean }

type Sent = {
  classId: string
  id: string
  file: File
  language: Language
  onShare: (share: number) => void
  signal: AbortSignal
}

/** Sends a picture for the whiteboard. Returns it, or what is wrong. */
export async function sendPicture(sent: Sent): Promise<SentPicture | PictureProblem> {
  const { classId: class_id, id, language, onShare: onSent, signal } = sent
  try {
    const file = await preparePicture(sent.file)
    if (file.size > LARGEST_BOARD_PICTURE_BYTES)
      return { words: fieldTextIn(language, "PICTURE_TOO_LARGE"), again: false }
    return await browserApi().rooms.addPicture({ class_id, id, file }, { context: { onSent }, signal })
  } catch (error) {
    return problemOf(error, language)
  }
}

function problemOf(error: unknown, language: Language): PictureProblem {
  const { fields } = (errorDataOf(error, "FIELD_ERRORS") ?? {}) as { fields?: { file?: string } }
  if (fields?.file) return { words: fieldTextIn(language, fields.file), again: false }
  const code = codeOf(error)
  if (code === null) return { words: text.pictureUnsent, again: true }
  const { title, description } = errorText(code, errorDataOf(error, code))
  const reason = code === "TOO_MANY_REQUESTS" ? text.tooManyPictures : `${title}.`
  return { words: `${reason} ${description}`, again: true }
}
