import type { Item } from "#features/rooms/whiteboard.ts"
import { whiteboardText as text } from "../../texts/whiteboard.texts.ts"

/**
 * Puts the names of copied items on the device's clipboard. Otherwise pasting would bring a picture that was copied
 * before them.
 */
export function tellClipboard(items: readonly Item[]): void {
  const names = items.map((item) => text.item(item)).join("\n")
  // Without a secure connection there is none, and some browsers ask.
  navigator.clipboard?.writeText(names).catch(() => undefined)
}
