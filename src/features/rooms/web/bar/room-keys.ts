import type { Keys } from "#ui/shortcuts/shortcuts.ts"

/** In a live room, wherever the focus is, except in a field. */
export const roomKeys = {
  microphone: ["M"],
  camera: ["V"],
  hand: ["H"],
  screen: ["S"],
  chat: ["C"],
  people: ["P"],
  whiteboard: ["W"],
  fullScreen: ["F"],
} as const satisfies Record<string, Keys>
