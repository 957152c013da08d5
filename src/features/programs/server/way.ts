import type { Tallies } from "./tallies.ts"

/** Counts stop here: the page shows "10,000+" beyond. */
export const COUNT_LIMIT = 10_001

/** Reading a program for its kind or a word costs as much as passing so many on a walk along an order's index. */
const READ_COST = 8

/** So many programs of a kind are sooner read one by one than found by the letters of a search. */
const FEW = 3_000

/** So many words at most are looked up together; PostgreSQL compares each hit with all of them. */
const MOST_WORDS = 30

/**
 * How the matches of a selection are found: not at all, because there are none; by walking along the order until the
 * page is full, where they lie densely; or by reading all of them and sorting, by their kind, by the words that hold
 * the search, or by its letters.
 */
export type Way<Count = number> =
  | { by: "nothing" }
  | { by: "order"; found: Count }
  | { by: "kind" }
  | { by: "words"; words: string[] }
  | { by: "letters" }

/**
 * The cheapest way, from counts and never from an estimate: a walk for what is rare would pass every program.
 * `kinds` says how many programs the filters by kind leave.
 */
export function chooseWay({ total, words }: Tallies, kinds: number, isSearch: boolean, limit: number): Way {
  const isDense = (matches: number) => Math.min(total, (limit * total) / matches) <= READ_COST * matches
  if (kinds === 0 || words?.length === 0) return { by: "nothing" }
  if (!isDense(kinds)) return { by: "kind" }
  if (!isSearch) return { by: "order", found: Math.min(kinds, COUNT_LIMIT) }
  if (!words) return { by: kinds < total && kinds <= FEW ? "kind" : "letters" }
  const [most] = words
  if (kinds === total && most) {
    // One word's programs are counted; of several words' programs some may be the same.
    const known = words.length === 1 || most.offered >= COUNT_LIMIT
    if (known && isDense(most.offered)) return { by: "order", found: Math.min(most.offered, COUNT_LIMIT) }
  }
  const held = words.reduce((sum, { offered }) => sum + offered, 0)
  if (kinds < Math.min(held, COUNT_LIMIT)) return { by: "kind" }
  if (words.length > MOST_WORDS) return { by: "letters" }
  return { by: "words", words: words.map(({ word }) => word) }
}
