import { pageTexts } from "#ui/messages/page-texts.ts"
import { adminClassesText } from "./admin-classes.text.ts"

/** The texts of the office's list of classes. */
export const adminClassesTexts = await pageTexts(adminClassesText, {
  hi: async () => (await import("./admin-classes.text.hi.ts")).adminClassesTextHi,
})
