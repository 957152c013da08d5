import { pageTexts } from "#ui/messages/page-texts.ts"
import { guardianSignInText } from "./guardian-sign-in.text.ts"

/** The texts of the guardians' sign-in page. */
export const guardianSignInTexts = await pageTexts(guardianSignInText, {
  hi: async () => (await import("./guardian-sign-in.text.hi.ts")).guardianSignInTextHi,
})
