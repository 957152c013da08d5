import { pageTexts } from "#ui/messages/page-texts.ts"
import { billsText } from "./bills.text.ts"

/** The texts of one's bills. */
export const billsTexts = await pageTexts(billsText, {
  hi: async () => (await import("./bills.text.hi.ts")).billsTextHi,
})
