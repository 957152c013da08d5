import { latePart } from "#ui/late-part.tsx"

/**
 * What is drawn over a shared screen, or, without a tile, the button to draw on one's own. Loaded once somebody shares
 * a screen, as one part: each that comes late costs the room's first visit the names of its files. Without it a screen
 * is seen, and what is drawn on it isn't.
 */
export const DrawnScreen = latePart(
  async () => (await import("./screen-part.tsx")).ScreenPart,
  () => null,
)
