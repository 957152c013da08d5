import type { Keys } from "#ui/shortcuts/shortcuts.ts"

/** While slides are shown, wherever the focus is, except in a field. */
export const slideKeys = {
  next: ["ArrowRight", "PageDown"],
  previous: ["ArrowLeft", "PageUp"],
} as const satisfies Record<string, Keys>
