import { pageTexts } from "#ui/messages/page-texts.ts"
import { pushText } from "./push.text.ts"

/** The texts about push messages. */
export const pushTexts = await pageTexts(pushText, {
  hi: async () => (await import("./push.text.hi.ts")).pushTextHi,
})
