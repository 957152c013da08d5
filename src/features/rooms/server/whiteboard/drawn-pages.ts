import type { SignedInCtx } from "#platform/context.ts"
import { Refusal, refuse } from "#platform/errors.ts"
import { countTry } from "#platform/limits.ts"
import { MINUTE } from "#shared/time.ts"

/** Letters of the drawn pages that this process remembers. */
const MOST_LETTERS = 32 * 2 ** 20
/** A picture that the file store didn't give then is in the next drawing. */
const KEPT_MS = 10 * MINUTE
/** Pages that are drawn for one person: everybody waits in one queue. */
export const PAGES_OF_PERSON = { name: "whiteboard-pages", most: 100, window: 10 * MINUTE }

type Drawn = { svg: Promise<string>; letters: number; until: number }

const known = new Map<string, Drawn>()

/**
 * Returns a page that was drawn a moment ago or is being drawn for somebody else, or draws it. `page` names the page and
 * its state. Throws TOO_MANY_REQUESTS for a person for whom too many were drawn, and what `draw` throws.
 */
export async function drawOnce(ctx: SignedInCtx, page: string, draw: () => Promise<string>): Promise<string> {
  const now = ctx.clock.now().getTime()
  for (let isCounted = false; ; ) {
    const found = known.get(page)
    if (found && found.until > now) {
      const svg = await drawnForOther(found)
      if (svg !== null) return svg
    } else if (isCounted) break
    else {
      const wait = await countTry(ctx, [{ ...PAGES_OF_PERSON, of: ctx.viewer.user_id }])
      if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
      // Somebody else may have begun while this one was counted.
      isCounted = true
    }
  }
  const drawn: Drawn = { svg: draw(), letters: 0, until: now + KEPT_MS }
  known.delete(page)
  known.set(page, drawn)
  try {
    const svg = await drawn.svg
    drawn.letters = svg.length
    forgetOldest()
    return svg
  } catch (error) {
    forget(page, drawn)
    throw error
  }

  /** Null if that person reached a limit that is theirs alone. */
  async function drawnForOther(other: Drawn): Promise<string | null> {
    try {
      return await other.svg
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "TOO_MANY_REQUESTS") throw error
      forget(page, other)
      return null
    }
  }
}

function forget(page: string, drawn: Drawn): void {
  if (known.get(page) === drawn) known.delete(page)
}

function forgetOldest(): void {
  let letters = [...known.values()].reduce((sum, drawn) => sum + drawn.letters, 0)
  for (const [page, drawn] of known) {
    if (letters <= MOST_LETTERS) return
    known.delete(page)
    letters -= drawn.letters
  }
}
