import { pageTexts } from "#ui/messages/page-texts.ts"
import { slidesText } from "./slides.text.ts"

/** For the room, and for the page of a class's slides. */
export const slidesTexts = await pageTexts(slidesText, {
  hi: async () => (await import("./slides.text.hi.ts")).slidesTextHi,
})
