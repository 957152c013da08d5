import { pageTexts } from "#ui/messages/page-texts.ts"
import { teacherText } from "./teacher.text.ts"

/** The texts of a teacher's dashboard. */
export const teacherTexts = await pageTexts(teacherText, {
  hi: async () => (await import("./teacher.text.hi.ts")).teacherTextHi,
})
