import { expect, test } from "vitest"
import { durationHours } from "./rules.ts"

test("CAT-05 durations sort by real length, because leading numbers mix units", () => {
  const durations = ["20 hours", "6 months", "1 week", "12 weeks", "30 days"]
  const sorted = [...durations].sort((a, b) => durationHours(a) - durationHours(b))
  expect(sorted).toEqual(["20 hours", "1 week", "30 days", "12 weeks", "6 months"])
})

test("CAT-01 a duration without a unit is refused instead of guessed", () => {
  expect(() => durationHours("6")).toThrow()
  expect(() => durationHours("six months")).toThrow()
})
