import { pageTexts } from "#ui/messages/page-texts.ts"
import { pickupsText } from "./pickups.text.ts"

/** The texts of the list of who is picked up, in both languages. */
export const pickupsTexts = await pageTexts(pickupsText, {
  hi: async () => (await import("./pickups.text.hi.ts")).pickupsTextHi,
})
