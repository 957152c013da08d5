import { pageTexts } from "#ui/messages/page-texts.ts"
import { settlingText } from "./settling.text.ts"

/** The texts of settlements and of money that nothing explains, in both languages. */
export const settlingTexts = await pageTexts(settlingText, {
  hi: async () => (await import("./settling.text.hi.ts")).settlingTextHi,
})
