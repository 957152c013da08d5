import { pageTexts } from "#ui/messages/page-texts.ts"
import { catalogueText } from "./catalogue.text.ts"

/** The texts of the catalogue's own page. */
export const catalogueTexts = await pageTexts(catalogueText, {
  hi: async () => (await import("./programs.text.hi.ts")).catalogueTextHi,
})
