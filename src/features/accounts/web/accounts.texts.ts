import { pageTexts } from "#ui/messages/page-texts.ts"
import { accountsText } from "./accounts.text.ts"

/** The texts of the sign-in and sign-up forms. */
export const accountsTexts = await pageTexts(accountsText, {
  hi: async () => (await import("./accounts.text.hi.ts")).accountsTextHi,
})
