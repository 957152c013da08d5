import { pageTexts } from "#ui/messages/page-texts.ts"
import { checkText } from "./check.text.ts"

/** The texts of the check before class. */
export const checkTexts = await pageTexts(checkText, {
  hi: async () => (await import("./check.text.hi.ts")).checkTextHi,
})
