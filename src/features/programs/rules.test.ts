import fc from "fast-check"
import { expect, test } from "vitest"
import { durationHours, gradesTakingIn, searchWords } from "./rules.ts"

test("CAT-05 durations sort by real length, because leading numbers mix units", () => {
  const durations = ["20 hours", "6 months", "1 week", "12 weeks", "30 days"]
  const sorted = [...durations].sort((a, b) => durationHours(a) - durationHours(b))
  expect(sorted).toEqual(["20 hours", "1 week", "30 days", "12 weeks", "6 months"])
})

test("CAT-01 a duration without a unit is refused instead of guessed", () => {
  expect(() => durationHours("6")).toThrow()
  expect(() => durationHours("six months")).toThrow()
})

test("CAT-04 a grade is taken in by 'All' and by exactly the ranges around it", () => {
  const grade = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(grade, grade, grade, (wanted, from, to) => {
      const around = gradesTakingIn(String(wanted))
      expect(around).toContain("All")
      expect(around.includes(`${from}-${to}`)).toBe(from < to && from <= wanted && wanted <= to)
      expect(around).not.toContain(String(wanted))
    }),
  )
  for (const none of ["all", "", "0", "13", "3-6", "1e1", "-4"]) expect(gradesTakingIn(none)).toEqual([])
})

test("CAT-04 only words long enough to be mistyped are compared, four at most", () => {
  expect(searchWords("  Go to the  D'Souza Hindī class")).toEqual(["the", "souza", "hindī", "class"])
  expect(searchWords("of % 10")).toEqual([])
  expect(searchWords("chess chess karate yoga tabla drums")).toEqual(["chess", "karate", "yoga", "tabla"])
})
