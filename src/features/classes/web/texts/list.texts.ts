import { pageTexts } from "#ui/messages/page-texts.ts"
import { listText } from "./list.text.ts"

/** The texts of the class list. */
export const listTexts = await pageTexts(listText, {
  hi: async () => (await import("./class.text.hi.ts")).listTextHi,
})
