import { pageTexts } from "#ui/messages/page-texts.ts"
import { bellText } from "./bell.text.ts"

/** The texts of the bell, apart from those of whole pages: it is on every page of who is signed in. */
export const bellTexts = await pageTexts(bellText, {
  hi: async () => (await import("./bell.text.hi.ts")).bellTextHi,
})
