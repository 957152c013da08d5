import { errorDataOf } from "#ui/client.ts"
import { fieldText as en } from "#ui/messages/fields.en.ts"
import { documentTexts } from "#ui/messages/page-texts.ts"

const fieldText = await documentTexts(en, {
  hi: async () => {
    const { fieldTextIn } = await import("#ui/messages/in-language.ts")
    return (text) => fieldTextIn("hi", text)
  },
})

/** Returns the API's problems with each field as text; null if it refused for another reason. */
export function fieldErrorsOf(error: unknown): Record<string, string> | null {
  const { fields } = (errorDataOf(error, "FIELD_ERRORS") ?? {}) as { fields?: Record<string, string> }
  if (!fields) return null
  return Object.fromEntries(Object.entries(fields).map(([name, code]) => [name, fieldText(code)]))
}
