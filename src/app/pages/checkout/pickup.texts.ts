import { pageTexts } from "#ui/messages/page-texts.ts"
import { pickupText } from "./pickup.text.ts"

/** The texts of pick-up and of a business's bill, in both languages. */
export const pickupTexts = await pageTexts(pickupText, {
  hi: async () => (await import("./pickup.text.hi.ts")).pickupTextHi,
})
