import { pageTexts } from "#ui/messages/page-texts.ts"
import { pointsText } from "./points.text.ts"

/** The texts of a family's points and credit. */
export const pointsTexts = await pageTexts(pointsText, {
  hi: async () => (await import("./points.text.hi.ts")).pointsTextHi,
})
