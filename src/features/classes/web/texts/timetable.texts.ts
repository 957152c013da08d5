import { pageTexts } from "#ui/messages/page-texts.ts"
import { timetableText } from "./timetable.text.ts"

/** The texts of the timetable and of the private calendar link. */
export const timetableTexts = await pageTexts(timetableText, {
  hi: async () => (await import("./schedule.text.hi.ts")).timetableTextHi,
})
