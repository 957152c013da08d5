import { pageTexts } from "#ui/messages/page-texts.ts"
import { mailedText } from "./mailed.text.ts"

/** The texts of the pages that mailed links open, and of completing a profile. */
export const mailedTexts = await pageTexts(mailedText, {
  hi: async () => (await import("./mailed.text.hi.ts")).mailedTextHi,
})
