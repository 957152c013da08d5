import { documentTexts } from "#ui/messages/page-texts.ts"
import { whiteboardText as en } from "./whiteboard.text.ts"

export const whiteboardText = await documentTexts(en, {
  hi: async () => (await import("./whiteboard.text.hi.ts")).whiteboardTextHi,
})
