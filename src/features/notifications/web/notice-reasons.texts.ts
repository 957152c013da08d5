import { pageTexts } from "#ui/messages/page-texts.ts"
import { noticeReasonsText } from "./notice-reasons.text.ts"

/** Why a notice is in its state, in both languages. */
export const noticeReasonsTexts = await pageTexts(noticeReasonsText, {
  hi: async () => (await import("./notice-reasons.text.hi.ts")).noticeReasonsTextHi,
})
