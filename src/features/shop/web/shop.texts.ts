import { pageTexts } from "#ui/messages/page-texts.ts"
import { shopText } from "./shop.text.ts"

/** The texts of the shop in both languages. */
export const shopTexts = await pageTexts(shopText, {
  hi: async () => (await import("./shop.text.hi.ts")).shopTextHi,
})
