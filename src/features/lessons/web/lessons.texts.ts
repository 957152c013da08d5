import { pageTexts } from "#ui/messages/page-texts.ts"
import { lessonsText } from "./lessons.text.ts"

/** The texts of video lessons in both languages. */
export const lessonsTexts = await pageTexts(lessonsText, {
  hi: async () => (await import("./lessons.text.hi.ts")).lessonsTextHi,
})
