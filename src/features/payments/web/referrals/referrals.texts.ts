import { pageTexts } from "#ui/messages/page-texts.ts"
import { referralsText } from "./referrals.text.ts"

/** The texts of inviting others. */
export const referralsTexts = await pageTexts(referralsText, {
  hi: async () => (await import("./referrals.text.hi.ts")).referralsTextHi,
})
