import { pageTexts } from "#ui/messages/page-texts.ts"
import { attendanceText } from "./attendance.text.ts"

/** The texts of the pages about attendance. */
export const attendanceTexts = await pageTexts(attendanceText, {
  hi: async () => (await import("./attendance.text.hi.ts")).attendanceTextHi,
})
