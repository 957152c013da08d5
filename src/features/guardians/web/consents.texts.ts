import { pageTexts } from "#ui/messages/page-texts.ts"
import { consentsText } from "./consents.text.ts"

/** The texts of the list of consents. */
export const consentsTexts = await pageTexts(consentsText, {
  hi: async () => (await import("./consents.text.hi.ts")).consentsTextHi,
})
