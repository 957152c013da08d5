import { pageTexts } from "#ui/messages/page-texts.ts"
import { upiAdminText } from "./upi-admin.text.ts"

/** The texts of the office's screens about UPI payments, in both languages. */
export const upiAdminTexts = await pageTexts(upiAdminText, {
  hi: async () => (await import("./upi-admin.text.hi.ts")).upiAdminTextHi,
})
