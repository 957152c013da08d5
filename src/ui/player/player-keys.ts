import type { Keys } from "#ui/shortcuts/shortcuts.ts"

/** On a recording's page, as players have them everywhere. */
export const playerKeys = {
  play: ["Space", "K"],
  back: ["ArrowLeft"],
  forward: ["ArrowRight"],
  backFar: ["J"],
  forwardFar: ["L"],
  slower: [","],
  faster: ["."],
  captions: ["C"],
  mute: ["M"],
  fullScreen: ["F"],
} as const satisfies Record<string, Keys>
