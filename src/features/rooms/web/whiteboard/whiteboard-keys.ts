import type { Keys } from "#ui/shortcuts/shortcuts.ts"
import { TOOL_KEYS } from "./whiteboard-tool.ts"

/** Keys while the whiteboard's page has the focus. */
export const whiteboardKeys = {
  move: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  moveFar: ["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
  pen: ["Enter", "Space"],
  erase: ["Delete", "Backspace"],
  cancel: ["Escape"],
  undo: ["Mod+Z"],
  redo: ["Mod+Shift+Z"],
  tool: Object.values(TOOL_KEYS),
} as const satisfies Record<string, Keys>
