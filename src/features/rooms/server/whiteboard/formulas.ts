import type { Formula } from "#contract/rooms/room-whiteboard.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import { type Drawings, formulasIn } from "#features/rooms/whiteboard-svg.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { countTry } from "#platform/limits.ts"
import { MINUTE } from "#shared/time.ts"

/** So many are remembered by this process. */
const MOST_KEPT = 1_000
/** New formulas of one person: typing one asks for each pause. */
const MOST_CALLS = 300
const WINDOW_MS = 10 * MINUTE

const kept = new Map<string, Formula>()

async function draw(tex: string): Promise<Formula> {
  const known = kept.get(tex)
  if (known) return known
  // Loaded with the first formula, because it takes a quarter of a second.
  const { drawTex } = await import("#platform/formulas/tex.ts")
  const drawn = drawTex(tex)
  kept.set(tex, drawn)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return drawn
}

/** Draws formulas, those that were drawn before from memory. Throws TOO_MANY_REQUESTS. */
export async function drawFormulas(ctx: SignedInCtx, formulas: readonly string[]): Promise<Formula[]> {
  if (formulas.some((tex) => !kept.has(tex))) {
    const limit = { name: "formulas", of: ctx.viewer.user_id, most: MOST_CALLS, window: WINDOW_MS }
    const wait = await countTry(ctx, [limit])
    if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
  }
  const drawn: Formula[] = []
  for (const tex of formulas) drawn.push(await draw(tex))
  return drawn
}

/** Draws the formulas among items, for a picture of them. */
export async function drawingsOf(items: readonly Item[]): Promise<Drawings> {
  const drawn = new Map()
  for (const tex of formulasIn(items)) {
    const { drawing } = await draw(tex)
    if (drawing) drawn.set(tex, drawing)
  }
  return drawn
}
