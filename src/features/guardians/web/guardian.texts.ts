import { pageTexts } from "#ui/messages/page-texts.ts"
import { guardianText } from "./guardian.text.ts"

/** The texts of a guardian's dashboard, and of the page for minors after signing up. */
export const guardianTexts = await pageTexts(guardianText, {
  hi: async () => (await import("./guardian.text.hi.ts")).guardianTextHi,
})
