import fc from "fast-check"
import { expect, test } from "vitest"
import { explainStanding, percentAttended, standingOfMonth } from "./month-rule.ts"

const month = (attended: number, absent: number, toCome: number, excused = 0) =>
  standingOfMonth({ attended, absent, excused, toCome, requiredPercent: 90 })

test("ATT-04 the rule warns before the share is missed, in absences that are left", () => {
  expect(month(5, 0, 16)).toMatchObject({ absences_left: 2, state: "close" })
  expect(explainStanding(month(5, 0, 16))).toBe(
    "3 more absences this month and attendance falls below the 90% that progress asks for.",
  )
  expect(explainStanding(month(5, 1, 15))).toMatch(/^2 more absences this month/)
  expect(explainStanding(month(5, 2, 14))).toMatch(/^One more absence this month/)
  expect(month(5, 3, 13)).toMatchObject({ absences_left: -1, state: "missed" })
})

test("ATT-04 an excused class counts on neither side, and a month without classes says only the rule", () => {
  expect(month(9, 1, 0, 4)).toMatchObject({ held: 10, excused: 4, state: "met" })
  expect(month(0, 0, 0, 2)).toMatchObject({ state: "none" })
  expect(percentAttended(month(0, 0, 3))).toBeNull()
})

test("ATT-04 nobody reads 90 per cent who has less", () => {
  expect(percentAttended({ attended: 17, held: 19 })).toBe(89)
})

test("ATT-04 the absences left are exactly those after which the share can still be reached", () => {
  const size = fc.integer({ min: 0, max: 60 })
  fc.assert(
    fc.property(size, size, size, (attended, absent, toCome) => {
      const { absences_left } = month(attended, absent, toCome)
      const total = attended + absent + toCome
      const reached = (missed: number) => (total - absent - missed) * 100 >= 90 * total
      if (absences_left >= 0) expect(reached(absences_left)).toBe(true)
      expect(reached(absences_left + 1)).toBe(false)
    }),
  )
})
