import { pageTexts } from "#ui/messages/page-texts.ts"
import { teachingText } from "./teaching.text.ts"

/** The texts of demo requests and of the bin, for people who teach. */
export const teachingTexts = await pageTexts(teachingText, {
  hi: async () => (await import("./teaching.text.hi.ts")).teachingTextHi,
})
