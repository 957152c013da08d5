import { pageTexts } from "#ui/messages/page-texts.ts"
import { courseText } from "./course.text.ts"

/** The texts of the page where the office writes a program. */
export const courseTexts = await pageTexts(courseText, {
  hi: async () => (await import("./course.text.hi.ts")).courseTextHi,
})
