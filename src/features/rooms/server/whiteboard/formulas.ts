import type { Formula } from "#contract/rooms/room-whiteboard.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import { type Drawings, drawingsBy, formulasIn } from "#features/rooms/whiteboard-svg.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { drawFormula } from "#platform/formulas/formulas.ts"
import { countTry, waitFor } from "#platform/limits.ts"
import { MINUTE } from "#shared/time.ts"

/** So many are remembered by this process. */
const MOST_KEPT = 1_000
/** New formulas of one person: typing one asks at each pause. */
const MOST_NEW = 300
/** Formulas of one person that took too long: the others wait meanwhile. */
const MOST_SLOW = 2
const WINDOW_MS = 10 * MINUTE

const kept = new Map<string, Formula>()

function keep(formula: Formula): Formula {
  kept.set(formula.tex, formula)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return formula
}

/**
 * Draws formulas, those that were drawn before from memory. One that takes too long is none. Throws TOO_MANY_REQUESTS
 * for a person with too many new ones.
 */
export async function drawFormulas(ctx: SignedInCtx, formulas: readonly string[]): Promise<Formula[]> {
  const of = ctx.viewer.user_id
  const slow = { name: "slow-formulas", of, most: MOST_SLOW, window: WINDOW_MS }
  const drawn: Formula[] = []
  for (const tex of formulas) {
    const known = kept.get(tex)
    if (!known) {
      const wait =
        (await waitFor(ctx, [slow])) ||
        (await countTry(ctx, [{ name: "formulas", of, most: MOST_NEW, window: WINDOW_MS }]))
      if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
    }
    const formula = known ?? (await drawFormula(tex))
    if (!formula) await countTry(ctx, [slow])
    drawn.push(known ?? keep(formula ?? { tex, drawing: null, unknown: null }))
  }
  return drawn
}

/** Draws the formulas among items, for a picture of them. */
export async function drawingsOf(items: readonly Item[]): Promise<Drawings> {
  const drawn: Formula[] = []
  for (const tex of formulasIn(items)) {
    const formula = kept.get(tex) ?? (await drawFormula(tex))
    if (formula) drawn.push(formula)
  }
  return drawingsBy(drawn)
}
