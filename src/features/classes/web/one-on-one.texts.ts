import { pageTexts } from "#ui/messages/page-texts.ts"
import { oneOnOneText } from "./one-on-one.text.ts"

/** The texts of one-on-one times. */
export const oneOnOneTexts = await pageTexts(oneOnOneText, {
  hi: async () => (await import("./one-on-one.text.hi.ts")).oneOnOneTextHi,
})
