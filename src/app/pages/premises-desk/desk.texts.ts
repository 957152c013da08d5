import { pageTexts } from "#ui/messages/page-texts.ts"
import { premisesDeskText } from "./desk.text.ts"

/** The texts of the desk for enquiries of organisations in both languages. */
export const premisesDeskTexts = await pageTexts(premisesDeskText, {
  hi: async () => (await import("./desk.text.hi.ts")).premisesDeskTextHi,
})
