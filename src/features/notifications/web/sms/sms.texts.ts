import { pageTexts } from "#ui/messages/page-texts.ts"
import { smsText } from "./sms.text.ts"

/** The texts of the settings of text messages and of the outbox. */
export const smsTexts = await pageTexts(smsText, {
  hi: async () => (await import("./sms.text.hi.ts")).smsTextHi,
})
