import { pageTexts } from "#ui/messages/page-texts.ts"
import { studentsText } from "./students.text.ts"

/** The texts of the office's list of students and of each one's page. */
export const studentsTexts = await pageTexts(studentsText, {
  hi: async () => (await import("./students.text.hi.ts")).studentsTextHi,
})
