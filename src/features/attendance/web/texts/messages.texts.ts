import { pageTexts } from "#ui/messages/page-texts.ts"
import { messagesText } from "./messages.text.ts"

/** The texts about messages to parents. */
export const messagesTexts = await pageTexts(messagesText, {
  hi: async () => (await import("./messages.text.hi.ts")).messagesTextHi,
})
