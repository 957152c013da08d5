import { pageTexts } from "#ui/messages/page-texts.ts"
import { fromRoomText } from "./from-room.text.ts"

/** The texts about what remains of a room. */
export const fromRoomTexts = await pageTexts(fromRoomText, {
  hi: async () => (await import("./from-room.text.hi.ts")).fromRoomTextHi,
})
