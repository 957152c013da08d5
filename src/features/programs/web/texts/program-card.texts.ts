import { pageTexts } from "#ui/messages/page-texts.ts"
import { cardText } from "./program-card.text.ts"

/** The texts of programs wherever they are shown. */
export const cardTexts = await pageTexts(cardText, {
  hi: async () => (await import("./programs.text.hi.ts")).cardTextHi,
})
