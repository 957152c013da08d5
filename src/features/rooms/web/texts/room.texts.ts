import { documentTexts, pageTexts } from "#ui/messages/page-texts.ts"
import { roomText as en } from "./room.text.ts"

const others = { hi: async () => (await import("./room.text.hi.ts")).roomTextHi }

/** For what the server renders of a room: its empty frame. */
export const roomTexts = await pageTexts(en, others)

export const roomText = await documentTexts(en, others)
