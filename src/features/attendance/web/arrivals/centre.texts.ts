import { pageTexts } from "#ui/messages/page-texts.ts"
import { centreText } from "./centre.text.ts"

/** The texts of the screen at a centre's entrance, in both languages. */
export const centreTexts = await pageTexts(centreText, {
  hi: async () => (await import("./centre.text.hi.ts")).centreTextHi,
})
