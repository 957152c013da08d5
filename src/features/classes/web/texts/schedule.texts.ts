import { pageTexts } from "#ui/messages/page-texts.ts"
import { scheduleText } from "./schedule.text.ts"

/** The texts of scheduling and editing a class. */
export const scheduleTexts = await pageTexts(scheduleText, {
  hi: async () => (await import("./schedule.text.hi.ts")).scheduleTextHi,
})
