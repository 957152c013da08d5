import { timetableKeys } from "#features/classes/web/timetable/timetable-keys.ts"
import { roomKeys } from "#features/rooms/web/bar/room-keys.ts"
import { slideKeys } from "#features/rooms/web/slides/slide-keys.ts"
import { selectionKeys } from "#features/rooms/web/whiteboard/selection/selection-keys.ts"
import { whiteboardKeys } from "#features/rooms/web/whiteboard/whiteboard-keys.ts"
import { paletteKeys } from "#ui/palette/palette-keys.ts"
import { playerKeys } from "#ui/player/player-keys.ts"
import { siteKeys } from "#ui/shortcuts/shortcuts.ts"

/** Every shortcut of the product, by where it works: the lists that the handlers themselves ask. */
export const SHORTCUTS = {
  site: siteKeys,
  palette: paletteKeys,
  room: roomKeys,
  whiteboard: whiteboardKeys,
  selection: selectionKeys,
  slides: slideKeys,
  player: playerKeys,
  timetable: timetableKeys,
} as const

export type Place = keyof typeof SHORTCUTS
/** The names of a screen and of each of its shortcuts. */
export type ShortcutWords = {
  [P in Place]: { title: string; text: string; keys: Record<keyof (typeof SHORTCUTS)[P], string> }
}
