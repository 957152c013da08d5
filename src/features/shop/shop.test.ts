import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays } from "#shared/zone.ts"
import { isDeliveredTo } from "./area.ts"
import { isWorkingDay, promisedOn } from "./promise.ts"
import { whyNotReturn, worthOf } from "./returns.ts"
import { isHandedOver, STEPS, stageAfter } from "./stages.ts"

const FRIDAY = "2026-11-20"

test("PAY-08 a promised date counts Monday to Saturday from the day after the order, without holidays", () => {
  expect(promisedOn(FRIDAY, 1, [])).toBe("2026-11-21")
  expect(promisedOn("2026-11-21", 1, [])).toBe("2026-11-23")
  expect(promisedOn(FRIDAY, 20, [])).toBe("2026-12-14")
  expect(promisedOn(FRIDAY, 20, ["2026-12-25"])).toBe("2026-12-14")
  expect(promisedOn(FRIDAY, 20, ["2026-11-25", "2026-12-14"])).toBe("2026-12-16")
  // A holiday on a Sunday takes no day.
  expect(promisedOn(FRIDAY, 20, ["2026-11-22"])).toBe("2026-12-14")
  expect(() => promisedOn(FRIDAY, 2_000, [])).toThrow(RangeError)
})

test("PAY-08 a promised date is a working day, and so many lie between it and the order", () => {
  const dates = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays("2026-01-01", days))
  fc.assert(
    fc.property(dates, fc.integer({ min: 1, max: 60 }), fc.array(dates), (from, days, holidays) => {
      const promised = promisedOn(from, days, holidays)
      const between = []
      for (let date = addDays(from, 1); date <= promised; date = addDays(date, 1)) between.push(date)
      expect(isWorkingDay(promised, holidays)).toBe(true)
      expect(between.filter((date) => isWorkingDay(date, holidays))).toHaveLength(days)
    }),
  )
})

test("PAY-08 a PIN code is delivered to if the area names it or its beginning", () => {
  expect(isDeliveredTo("560001", ["560"])).toBe(true)
  expect(isDeliveredTo("560001", ["5611", "560001"])).toBe(true)
  expect(isDeliveredTo("561001", ["560", "5611"])).toBe(false)
  expect(isDeliveredTo("560001", [])).toBe(false)
})

test("PAY-08 what is delivered is packed, sent and delivered; what is fetched is packed, ready and collected", () => {
  expect(stageAfter("delivery", "packed")).toBe("sent")
  expect(stageAfter("pickup", "packed")).toBe("ready")
  expect(stageAfter("delivery", "ready")).toBeNull()
  for (const stage of ["held", "released"] as const) expect(stageAfter("pickup", stage)).toBeNull()
  for (const way of ["delivery", "pickup"] as const) {
    const last = STEPS[way].at(-1)
    expect(last && [isHandedOver(last), stageAfter(way, last)]).toEqual([true, null])
  }
})

test("PAY-08 a return can be asked for until the end of the last day, of pieces that are left, and not after the refund", () => {
  const facts = { handed_over_on: "2026-11-20", today: "2026-11-30", days: 10, is_refunded: false, left: 1 }
  expect(whyNotReturn(facts)).toBeNull()
  expect(whyNotReturn({ ...facts, today: "2026-12-01" })).toBe("too-late")
  expect(whyNotReturn({ ...facts, left: 0 })).toBe("nothing-left")
  expect(whyNotReturn({ ...facts, handed_over_on: null })).toBe("not-handed-over")
  expect(whyNotReturn({ ...facts, handed_over_on: null, is_refunded: true })).toBe("refunded-already")
})

test("PAY-08 pieces that come back one by one are worth what their line cost, to the paisa", () => {
  expect([0, 1, 2].map((before) => worthOf({ amount_paise: 100_000, quantity: 3 }, before, 1))).toEqual([
    33_333, 33_334, 33_333,
  ])
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 20 }), (amount_paise, quantity) => {
      const line = { amount_paise, quantity }
      const each = Array.from({ length: quantity }, (_, before) => worthOf(line, before, 1))
      expect(each.reduce((all, one) => all + one, 0)).toBe(amount_paise)
      expect(Math.min(...each)).toBeGreaterThanOrEqual(0)
    }),
  )
})
