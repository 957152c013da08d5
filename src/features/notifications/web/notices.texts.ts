import { pageTexts } from "#ui/messages/page-texts.ts"
import { noticesText } from "./notices.text.ts"

/** The texts of the list of notices and of their settings. */
export const noticesTexts = await pageTexts(noticesText, {
  hi: async () => (await import("./notices.text.hi.ts")).noticesTextHi,
})
