import { errorText as en } from "#ui/messages/errors.en.ts"
import { documentTexts } from "#ui/messages/page-texts.ts"

/** Returns the text of a refusal in the language of the room. */
export const errorText = await documentTexts(en, {
  hi: async () => {
    const { errorTextIn } = await import("#ui/messages/in-language.ts")
    return (code, data) => errorTextIn("hi", code, data)
  },
})
