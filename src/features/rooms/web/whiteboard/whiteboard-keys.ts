import type { Keys } from "#ui/shortcuts/shortcuts.ts"

/** Keys while the whiteboard's page has the focus. The numbers are the tools, in order. */
export const whiteboardKeys = {
  move: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  moveFar: ["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
  pen: ["Enter", "Space"],
  erase: ["Delete", "Backspace"],
  cancel: ["Escape"],
  undo: ["Mod+Z"],
  redo: ["Mod+Shift+Z"],
  tool: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
} as const satisfies Record<string, Keys>
