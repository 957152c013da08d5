import type { Language } from "../language.ts"
import { type ErrorCode, type ErrorText, errorMessages, errorText, fillText, type Wait } from "./errors.en.ts"
import { errorMessagesHi, unknownErrorHi, waitTextHi } from "./errors.hi.ts"
import { type FieldCode, fieldText } from "./fields.en.ts"
import { fieldMessagesHi, sentenceHi } from "./fields.hi.ts"

/* Texts of loaders and actions in the viewer's language. Browsers get the finished texts, so this
   catalogue is not sent. */

/** The text of an error code, as `errorText` says it in English. */
export function errorTextIn(language: Language, code: string, data?: unknown): ErrorText {
  if (language !== "hi") return errorText(code, data)
  if (!Object.hasOwn(errorMessages, code)) return unknownErrorHi
  const text = errorMessagesHi[code as ErrorCode]
  return code === "TOO_MANY_REQUESTS" && data
    ? { ...text, description: waitTextHi(data as Wait) }
    : fillText(text, data)
}

/**
 * Returns the text of a field code or of a schema's error; without a translation it is returned unchanged.
 */
export function fieldTextIn(language: Language, code: string): string {
  if (language !== "hi") return fieldText(code)
  return (
    sentenceHi(code) ?? (Object.hasOwn(fieldMessagesHi, code) ? fieldMessagesHi[code as FieldCode] : code)
  )
}
