import { pageTexts } from "#ui/messages/page-texts.ts"
import { birthDateText } from "./birth-date.text.ts"

/** The texts of the page that asks for a date of birth. */
export const birthDateTexts = await pageTexts(birthDateText, {
  hi: async () => (await import("./birth-date.text.hi.ts")).birthDateTextHi,
})
