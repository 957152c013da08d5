import type { Keys } from "../shortcuts/shortcuts.ts"

/** In the open palette. */
export const paletteKeys = {
  next: ["ArrowDown"],
  previous: ["ArrowUp"],
  first: ["Home"],
  last: ["End"],
  open: ["Enter"],
  close: ["Escape", "Mod+K"],
} as const satisfies Record<string, Keys>
