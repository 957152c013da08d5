import type { Keys } from "#ui/shortcuts/shortcuts.ts"

/** Keys on the whiteboard's page while the tool is to select. */
export const selectionKeys = {
  next: ["Tab"],
  previous: ["Shift+Tab"],
  take: ["Enter", "Space"],
  add: ["Shift+Enter"],
  all: ["Mod+A"],
  move: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  resize: ["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
  copy: ["Mod+C"],
  paste: ["Mod+V"],
  duplicate: ["Mod+D"],
  erase: ["Delete", "Backspace"],
  cancel: ["Escape"],
} as const satisfies Record<string, Keys>
