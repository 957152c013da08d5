import { pageTexts } from "#ui/messages/page-texts.ts"
import { hallText } from "./hall.text.ts"

/** The texts of the coach's register. */
export const hallTexts = await pageTexts(hallText, {
  hi: async () => (await import("./hall.text.hi.ts")).hallTextHi,
})
