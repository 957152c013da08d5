import { expect, test } from "vitest"
import type { Tallies } from "./tallies.ts"
import { chooseWay } from "./way.ts"

const PAGE = 49

function tallies(words: [word: string, offered: number][] | null): Tallies {
  return {
    subjects: [],
    total: 100_000,
    ofKinds: [],
    words: words?.map(([word, offered]) => ({ word, offered })) ?? null,
  }
}

test("CAT-10 what lies densely is met on a walk along the order, what is rare is read by its kind", () => {
  const way = (kinds: number) => chooseWay(tallies(null), kinds, false, PAGE)
  expect(way(100_000)).toEqual({ by: "order", found: 10_001 })
  expect(way(9_000)).toEqual({ by: "order", found: 9_000 })
  expect(way(300)).toEqual({ by: "kind" })
  expect(way(0)).toEqual({ by: "nothing" })
})

test("CAT-10 a search within one word is decided by the words that hold it, before any program is read", () => {
  const way = (words: [string, number][], kinds = 100_000) => chooseWay(tallies(words), kinds, true, PAGE)
  expect(way([])).toEqual({ by: "nothing" })
  expect(way([["yoga", 9_000]])).toEqual({ by: "order", found: 9_000 })
  expect(way([["yoga", 90]])).toEqual({ by: "words", words: ["yoga"] })
  const several: [string, number][] = [
    ["mathematics", 16_000],
    ["mathematical", 5],
  ]
  expect(way(several)).toEqual({ by: "order", found: 10_001 })
  expect(way(several.reverse(), 50_000)).toEqual({ by: "words", words: ["mathematical", "mathematics"] })
  expect(way(several, 300)).toEqual({ by: "kind" })
})

test("CAT-10 two words of several programs may be of the same ones, so their programs are read and counted", () => {
  expect(
    chooseWay(
      tallies([
        ["guitar", 6_000],
        ["guitars", 6_000],
      ]),
      100_000,
      true,
      PAGE,
    ).by,
  ).toBe("words")
  const many = Array.from({ length: 40 }, (_, index): [string, number] => [`ma${index}`, 500])
  expect(chooseWay(tallies(many), 100_000, true, PAGE)).toEqual({ by: "letters" })
  expect(chooseWay(tallies(null), 100_000, true, PAGE)).toEqual({ by: "letters" })
})
