import type { Drawing, Formula } from "#contract/rooms/room-whiteboard.ts"
import { MOST_FORMULAS } from "#contract/rooms/whiteboard-page.ts"

/** Has formulas drawn, as many at once as one call takes. */
export async function drawAll(
  formulas: readonly string[],
  draw: (some: string[]) => Promise<Formula[]>,
): Promise<Map<string, Drawing>> {
  const drawings = new Map<string, Drawing>()
  for (let from = 0; from < formulas.length; from += MOST_FORMULAS)
    for (const { tex, drawing } of await draw(formulas.slice(from, from + MOST_FORMULAS)))
      if (drawing) drawings.set(tex, drawing)
  return drawings
}
