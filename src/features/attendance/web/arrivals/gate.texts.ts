import { pageTexts } from "#ui/messages/page-texts.ts"
import { gateText } from "./gate.text.ts"

/** The texts of the page for staff at the gate, in both languages. */
export const gateTexts = await pageTexts(gateText, {
  hi: async () => (await import("./gate.text.hi.ts")).gateTextHi,
})
