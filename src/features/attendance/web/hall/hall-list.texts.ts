import { pageTexts } from "#ui/messages/page-texts.ts"
import { hallListText } from "./hall-list.text.ts"

/** The texts of a class's list from the hall, as staff see it. */
export const hallListTexts = await pageTexts(hallListText, {
  hi: async () => (await import("./hall-list.text.hi.ts")).hallListTextHi,
})
