import type { Tallies } from "./tallies.ts"

/** The limit of counts; beyond it the page shows "10,000+". */
export const COUNT_LIMIT = 10_001

/** The cost of reading a program by kind or word, in steps of a walk along an order's index. */
const READ_COST = 8

/** Up to this many programs of a kind are faster to read one by one than by the letters of a search. */
const FEW = 3_000

/** The most words looked up together, because PostgreSQL compares each hit with all of them. */
const MOST_WORDS = 30

/**
 * How the matches of a selection are found: not at all, because there are none; if they are dense, by walking
 * along the order until the page is full; or by reading and sorting all of them, found by their kind, by the
 * words that contain the search, or by its letters.
 */
export type Way<Count = number> =
  | { by: "nothing" }
  | { by: "order"; found: Count }
  | { by: "kind" }
  | { by: "words"; words: string[] }
  | { by: "letters" }

/**
 * Returns the cheapest way, from counts and never from estimates, because a walk for a rare match would pass
 * every program. `kinds` is the number of programs that the filters by kind leave.
 */
export function chooseWay({ total, words }: Tallies, kinds: number, isSearch: boolean, limit: number): Way {
  const isDense = (matches: number) => Math.min(total, (limit * total) / matches) <= READ_COST * matches
  if (kinds === 0 || words?.length === 0) return { by: "nothing" }
  if (!isDense(kinds)) return { by: "kind" }
  if (!isSearch) return { by: "order", found: Math.min(kinds, COUNT_LIMIT) }
  if (!words) return { by: kinds < total && kinds <= FEW ? "kind" : "letters" }
  const [most] = words
  if (kinds === total && most) {
    // The count is exact for one word. Several words can be of the same programs.
    const known = words.length === 1 || most.offered >= COUNT_LIMIT
    if (known && isDense(most.offered)) return { by: "order", found: Math.min(most.offered, COUNT_LIMIT) }
  }
  const held = words.reduce((sum, { offered }) => sum + offered, 0)
  if (kinds < Math.min(held, COUNT_LIMIT)) return { by: "kind" }
  if (words.length > MOST_WORDS) return { by: "letters" }
  return { by: "words", words: words.map(({ word }) => word) }
}
