import { pageTexts } from "#ui/messages/page-texts.ts"
import { coursesText } from "./courses.text.ts"

/** The texts of the office's list of programs. */
export const coursesTexts = await pageTexts(coursesText, {
  hi: async () => (await import("./courses.text.hi.ts")).coursesTextHi,
})
