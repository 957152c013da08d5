import { pageTexts } from "#ui/messages/page-texts.ts"
import { studentText } from "./student.text.ts"

/** The texts of a student's dashboard. */
export const studentTexts = await pageTexts(studentText, {
  hi: async () => (await import("./student.text.hi.ts")).studentTextHi,
})
