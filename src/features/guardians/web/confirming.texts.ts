import { pageTexts } from "#ui/messages/page-texts.ts"
import { confirmingText } from "./confirming.text.ts"

/** The texts of what staff confirm about guardians. */
export const confirmingTexts = await pageTexts(confirmingText, {
  hi: async () => (await import("./confirming.text.hi.ts")).confirmingTextHi,
})
