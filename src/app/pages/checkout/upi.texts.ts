import { pageTexts } from "#ui/messages/page-texts.ts"
import { upiText } from "./upi.text.ts"

/** The texts of Direct UPI, in both languages. */
export const upiTexts = await pageTexts(upiText, {
  hi: async () => (await import("./upi.text.hi.ts")).upiTextHi,
})
