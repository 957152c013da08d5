import { useEffect, useState } from "react"
import type { Drawing, Formula } from "#contract/rooms/room-whiteboard.ts"
import { MOST_FORMULAS } from "#contract/rooms/whiteboard-page.ts"
import { browserApi } from "#ui/client.ts"

/** Time between two tries to reach the server, in ms. */
const AGAIN_MS = 5_000

type Asked = { tex: string; done: (formula: Formula) => void; fail: (error: unknown) => void }

const drawn = new Map<string, Formula>()
const asked = new Map<string, Promise<Formula>>()
let waiting: Asked[] = []

async function sendAll(): Promise<void> {
  const all = waiting
  waiting = []
  for (let from = 0; from < all.length; from += MOST_FORMULAS) {
    const some = all.slice(from, from + MOST_FORMULAS)
    try {
      const answers = await browserApi().rooms.formulas({ formulas: some.map(({ tex }) => tex) })
      for (const answer of answers) {
        drawn.set(answer.tex, answer)
        some.find(({ tex }) => tex === answer.tex)?.done(answer)
      }
    } catch (error) {
      for (const { fail } of some) fail(error)
    }
  }
}

/**
 * Has the server draw a formula, once for each TeX; those that are asked for together in one request. Throws when the
 * server can't be reached, and ORPCError for a person with too many new ones.
 */
export function drawFormula(tex: string): Promise<Formula> {
  const known = asked.get(tex)
  if (known) return known
  const answer = new Promise<Formula>((done, fail) => {
    if (waiting.length === 0) setTimeout(() => void sendAll())
    waiting.push({ tex, done, fail })
  })
  asked.set(tex, answer)
  answer.catch(() => asked.delete(tex))
  return answer
}

/** Returns a formula's drawing, null until it is there. Asks again while the server can't be reached. */
export function useDrawing(tex: string): Drawing | null {
  const [formula, setFormula] = useState(() => drawn.get(tex))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const ask = () =>
      drawFormula(tex).then(
        (answer) => gone || setFormula(answer),
        () => {
          if (!gone) timer = setTimeout(ask, AGAIN_MS)
        },
      )
    void ask()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [tex])
  return formula?.tex === tex ? formula.drawing : null
}

/** Returns a drawing as the address of an image in a colour. */
export function imageOf({ view_box, body, width, height }: Drawing, color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view_box}" width="${width}em" height="${height}em" color="${color}">${body}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
