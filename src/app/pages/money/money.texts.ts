import { pageTexts } from "#ui/messages/page-texts.ts"
import { moneyText } from "./money.text.ts"

/** The texts of the money desk, in both languages. */
export const moneyTexts = await pageTexts(moneyText, {
  hi: async () => (await import("./money.text.hi.ts")).moneyTextHi,
})
