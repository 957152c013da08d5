import { pageTexts } from "#ui/messages/page-texts.ts"
import { pagesText } from "./account-pages.text.ts"

/** The texts of single pages and of the dialog, without those that forms share. */
export const pagesTexts = await pageTexts(pagesText, {
  hi: async () => (await import("./account-pages.text.hi.ts")).pagesTextHi,
})
