import { pageTexts } from "#ui/messages/page-texts.ts"
import { accountText } from "./account.text.ts"

/** The texts of the account pages. */
export const accountTexts = await pageTexts(accountText, {
  hi: async () => (await import("./account.text.hi.ts")).accountTextHi,
})
