import { pageTexts } from "#ui/messages/page-texts.ts"
import { deskText } from "./desk.text.ts"

/** The texts of the office's orders, in both languages. */
export const deskTexts = await pageTexts(deskText, {
  hi: async () => (await import("./desk.text.hi.ts")).deskTextHi,
})
