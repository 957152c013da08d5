import { pageTexts } from "#ui/messages/page-texts.ts"
import { catalogueText } from "./catalogue.text.ts"

/** The texts of the catalogue and of programs' own pages. */
export const catalogueTexts = await pageTexts(catalogueText, {
  hi: async () => (await import("./catalogue.text.hi.ts")).catalogueTextHi,
})
