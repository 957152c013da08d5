import { LANGUAGE_TAGS, type Language } from "../language.ts"
import { type ErrorCode, type ErrorText, errorMessages, errorText, fillText, type Wait } from "./errors.en.ts"
import { errorMessagesHi, unknownErrorHi, waitTextHi } from "./errors.hi.ts"
import { fillValues, splitValues } from "./field-values.ts"
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
    : fillText(text, data, LANGUAGE_TAGS.hi)
}

/**
 * Returns the text of a field code, with the values that came with it, or of a schema's error; without a translation
 * it is returned unchanged. `today` is the academy's date, by which days are said.
 */
export function fieldTextIn(language: Language, text: string, today?: string): string {
  if (language !== "hi") return fieldText(text, today)
  const { code, values } = splitValues(text)
  if (!Object.hasOwn(fieldMessagesHi, code)) return sentenceHi(text) ?? text
  return fillValues(fieldMessagesHi[code as FieldCode], values, language, today)
}
