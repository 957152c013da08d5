import { pageTexts } from "#ui/messages/page-texts.ts"
import { shopDeskText } from "./desk.text.ts"

/** The texts of the shop's screens for the office in both languages. */
export const shopDeskTexts = await pageTexts(shopDeskText, {
  hi: async () => (await import("./desk.text.hi.ts")).shopDeskTextHi,
})
