import { pageTexts } from "#ui/messages/page-texts.ts"
import { figuresText, recordingsText } from "./recordings.text.ts"

const hindi = () => import("./recordings.text.hi.ts")

/** The texts of recordings, outside the live room. */
export const recordingsTexts = await pageTexts(recordingsText, {
  hi: async () => (await hindi()).recordingsTextHi,
})

/** The texts of what was recorded and watched, in the analytics. */
export const figuresTexts = await pageTexts(figuresText, {
  hi: async () => (await hindi()).figuresTextHi,
})
