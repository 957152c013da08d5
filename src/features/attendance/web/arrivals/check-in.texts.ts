import { pageTexts } from "#ui/messages/page-texts.ts"
import { checkInText } from "./check-in.text.ts"

/** The texts of the page on which students check in at a centre, in both languages. */
export const checkInTexts = await pageTexts(checkInText, {
  hi: async () => (await import("./check-in.text.hi.ts")).checkInTextHi,
})
