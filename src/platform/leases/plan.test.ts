import fc from "fast-check"
import { expect, test } from "vitest"
import { planShares } from "./plan.ts"

/** What processes hold after each planned in turn, with some that died while they held shares. */
function settle(count: number, members: number, turns: number): Set<number>[] {
  const held = Array.from({ length: members }, () => new Set<number>())
  for (let turn = 0; turn < turns; turn += 1) {
    held.forEach((mine, at) => {
      const taken = new Set(held.flatMap((other, index) => (index === at ? [] : [...other])))
      const plan = planShares({ count, members, mine: [...mine], taken }, at * 7)
      held[at] = new Set(plan.hold)
    })
  }
  return held
}

test("OPS-06 however many processes there are, each share has one of them, and none more than an even part", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 20 }), (count, members) => {
      const held = settle(count, members, 2)
      const all = held.flatMap((shares) => [...shares])
      expect(all.toSorted((one, other) => one - other)).toEqual(Array.from({ length: count }, (_, at) => at))
      for (const shares of held) expect(shares.size).toBeLessThanOrEqual(Math.ceil(count / members))
    }),
  )
})

test("OPS-06 a newcomer gets its part from those who have more, and what a dead one held goes to the others", () => {
  const all = Array.from({ length: 8 }, (_, at) => at)
  const first = planShares({ count: 8, members: 2, mine: all, taken: new Set() })
  expect(first).toEqual({ hold: [0, 1, 2, 3], give: [4, 5, 6, 7] })
  expect(planShares({ count: 8, members: 2, mine: [], taken: new Set(first.hold) })).toEqual({
    hold: [4, 5, 6, 7],
    give: [],
  })
  expect(planShares({ count: 8, members: 1, mine: [4, 5, 6, 7], taken: new Set() }).hold).toEqual(all)
})
