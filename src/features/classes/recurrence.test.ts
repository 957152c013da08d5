import fc from "fast-check"
import { expect, test } from "vitest"
import { weekdayOf } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { MAX_OCCURRENCES, summariseSeries, weeklyDates } from "./recurrence.ts"
import { scheduleTextHi } from "./web/texts/schedule.text.hi.ts"
import { scheduleText } from "./web/texts/schedule.text.ts"

test("CLS-03 a series repeats on its weekdays until its last day, which is among them", () => {
  const dates = weeklyDates({ from: "2026-11-23", weekdays: [1, 3], end: { until: "2026-12-09" } })
  expect(dates).toEqual(["2026-11-23", "2026-11-25", "2026-11-30", "2026-12-02", "2026-12-07", "2026-12-09"])
  const summary = summariseSeries(dates)
  expect(scheduleText.series(summary)).toBe("6 classes, every Monday and Wednesday until Wed, 9 Dec, 2026.")
  expect(scheduleTextHi.series(summary)).toBe("6 क्लास, हर सोमवार और बुधवार को, बुध, 9 दिस॰ 2026 तक।")
})

test("CLS-03 a series of n weeks has n of each of its weekdays, the first date's own always among them", () => {
  const dates = weeklyDates({ from: "2026-11-24", weekdays: [5], end: { weeks: 2 } })
  expect(dates).toEqual(["2026-11-24", "2026-11-27", "2026-12-01", "2026-12-04"])
})

test("CLS-03 whatever is asked, dates rise from the first, lie on the weekdays and are at most one too many", () => {
  const start = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays("2025-01-01", days))
  const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }))
  fc.assert(
    fc.property(start, weekdays, fc.integer({ min: 1, max: 60 }), (from, days, weeks) => {
      const dates = weeklyDates({ from, weekdays: days, end: { weeks } })
      const allowed = new Set([...days, weekdayOf(from)])
      expect(dates[0]).toBe(from)
      expect(dates).toEqual([...new Set(dates)].toSorted())
      expect(dates.every((date) => allowed.has(weekdayOf(date)))).toBe(true)
      expect(dates.length).toBe(Math.min(weeks * allowed.size, MAX_OCCURRENCES + 1))
    }),
  )
})
