import { pageTexts } from "#ui/messages/page-texts.ts"
import { overviewText } from "./overview.text.ts"

/** The texts of the admin's overview. */
export const overviewTexts = await pageTexts(overviewText, {
  hi: async () => (await import("./overview.text.hi.ts")).overviewTextHi,
})
