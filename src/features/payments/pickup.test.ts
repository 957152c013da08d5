import fc from "fast-check"
import { expect, test } from "vitest"
import policies from "#content/policies.json" with { type: "json" }
import { ageOn } from "#shared/age.ts"
import { addDays } from "#shared/zone.ts"
import { pickupFaults, whyNoPickup } from "./pickup.ts"

const child = {
  date_of_birth: "2016-12-11",
  delivery: "on_premises",
  starts_on: "2026-12-10",
  today: "2026-11-24",
}
const why = (changes: Partial<Parameters<typeof whyNoPickup>[1]> = {}) =>
  whyNoPickup(policies, { ...child, ...changes })

test("PAY-02 pick-up is for children under 10 on the first day of the term, of a membership on premises", () => {
  expect(why()).toBeNull()
  expect(why({ starts_on: "2026-12-11" })).toBe("PICKUP_TOO_OLD")
  expect(why({ date_of_birth: null })).toBe("PICKUP_AGE_UNKNOWN")
  expect(why({ date_of_birth: "2026-11-25" })).toBe("PICKUP_BORN_LATER")
  expect(why({ date_of_birth: "2026-11-24" })).toBeNull()
  expect(why({ delivery: "online" })).toBe("PICKUP_ONLINE")
  expect(why({ starts_on: null })).toBe("PICKUP_MEMBERS_ONLY")
  const younger = { doorPickup: { ...policies.doorPickup, childAgeBelowYears: 8 } }
  expect(whyNoPickup(younger, child)).toBe("PICKUP_TOO_OLD")
})

test("PAY-02 somebody is a year older from the birthday on, and one born on 29 February from 1 March", () => {
  expect([ageOn("2016-02-29", "2026-02-28"), ageOn("2016-02-29", "2026-03-01")]).toEqual([9, 10])
  const days = fc.integer({ min: 0, max: 15_000 }).map((count) => addDays("2000-01-01", count))
  fc.assert(
    fc.property(days, days, (born, on) => {
      const step = ageOn(born, addDays(on, 1)) - ageOn(born, on)
      const birthday = addDays(on, 1).slice(5) === born.slice(5)
      if (born.slice(5) !== "02-29") expect(step).toBe(birthday ? 1 : 0)
      expect(ageOn(born, born)).toBe(0)
    }),
  )
})

test("PAY-02 as many weekdays are chosen as the plan has, and there is an address", () => {
  const faults = (days: number[], per_week: number, address = "12, Koregaon Park") =>
    pickupFaults(policies, { days, per_week, address })
  expect(faults([1, 3, 5], 3)).toEqual({})
  expect(faults([1, 1, 3], 3)).toEqual({ pickup_days: "PICKUP_DAYS" })
  expect(faults([1, 3], 3, " ")).toEqual({ pickup_days: "PICKUP_DAYS", pickup_address: "PICKUP_ADDRESS" })
  expect(faults([1, 2, 3, 4], 4)).toEqual({ pickup_days: "PICKUP_NOT_OFFERED" })
})
