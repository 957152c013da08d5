import { pageTexts } from "#ui/messages/page-texts.ts"
import { importText } from "./import.text.ts"

/** The texts of the page that imports lists. */
export const importTexts = await pageTexts(importText, {
  hi: async () => (await import("./import.text.hi.ts")).importTextHi,
})
