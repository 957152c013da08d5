import { pageTexts } from "#ui/messages/page-texts.ts"
import { checkoutText } from "./checkout.text.ts"

/** The texts of paying, in both languages. */
export const checkoutTexts = await pageTexts(checkoutText, {
  hi: async () => (await import("./checkout.text.hi.ts")).checkoutTextHi,
})
