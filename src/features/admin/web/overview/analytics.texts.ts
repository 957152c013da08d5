import { pageTexts } from "#ui/messages/page-texts.ts"
import { analyticsText } from "./analytics.text.ts"

/** The texts of the academy's figures. */
export const analyticsTexts = await pageTexts(analyticsText, {
  hi: async () => (await import("./analytics.text.hi.ts")).analyticsTextHi,
})
