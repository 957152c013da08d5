import { pageTexts } from "#ui/messages/page-texts.ts"
import { verifyEmailText } from "./verify-email.text.ts"

/** The texts of the page that confirms an e-mail. */
export const verifyEmailTexts = await pageTexts(verifyEmailText, {
  hi: async () => (await import("./verify-email.text.hi.ts")).verifyEmailTextHi,
})
