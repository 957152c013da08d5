import { documentTexts } from "#ui/messages/page-texts.ts"
import { formulaText as en } from "./formula.text.ts"

export const formulaText = await documentTexts(en, {
  hi: async () => (await import("./formula.text.hi.ts")).formulaTextHi,
})
