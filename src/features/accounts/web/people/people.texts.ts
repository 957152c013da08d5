import { pageTexts } from "#ui/messages/page-texts.ts"
import { peopleText } from "./people.text.ts"

/** The texts of the staff's page of people. */
export const peopleTexts = await pageTexts(peopleText, {
  hi: async () => (await import("./people.text.hi.ts")).peopleTextHi,
})
