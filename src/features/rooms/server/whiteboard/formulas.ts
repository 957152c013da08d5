import type { Formula } from "#contract/rooms/room-whiteboard.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import { type Drawings, drawingsBy, formulasIn } from "#features/rooms/whiteboard-svg.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { drawFormula } from "#platform/formulas/formulas.ts"
import { countTry, waitFor } from "#platform/limits.ts"
import { MINUTE, SECOND } from "#shared/time.ts"

/** So many are remembered by this process. */
const MOST_KEPT = 1_000
/** New formulas of one person: typing one asks at each pause. */
const MOST_NEW = 300
/** Formulas of one person that took too long: the others wait meanwhile. */
const MOST_SLOW = 2
const WINDOW_MS = 10 * MINUTE
/** What the formulas of one picture may take: hundreds are drawn in that time, or a few that nobody meant. */
const LONGEST_MS = 10 * SECOND
/** Letters of their curves together. */
const MOST_LETTERS = 8 * 2 ** 20

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

/**
 * Draws the formulas among items, for a picture of them. Those that come after `ms` milliseconds, or after more curves
 * than a page holds, are left out.
 */
export async function drawingsOf(items: readonly Item[], ms = LONGEST_MS): Promise<Drawings> {
  const drawn: Formula[] = []
  const ends = performance.now() + ms
  let letters = 0
  for (const tex of formulasIn(items)) {
    if (performance.now() >= ends || letters > MOST_LETTERS) break
    const formula = kept.get(tex) ?? (await drawFormula(tex))
    letters += formula?.drawing?.body.length ?? 0
    if (formula) drawn.push(formula)
  }
  return drawingsBy(drawn)
}
