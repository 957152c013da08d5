import fc from "fast-check"
import { expect, test } from "vitest"
import { dateInZone, HOUR, MINUTE, timeInZone } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { CALLBACK_AFTER_MS, CALLBACK_WITHIN_MS, callbackTime, callbackWindow } from "./callback.ts"

const ZONE = "Asia/Kolkata"
const ZONES = [
  ZONE,
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Africa/Cairo",
]
const at = (text: string, zone = ZONE) => {
  const [date = "", time = ""] = text.split(" ")
  return instantInZone(date, time, zone)
}
const show = (instant: Date, zone = ZONE) => `${dateInZone(instant, zone)} ${timeInZone(instant, zone)}`

test.each([
  ["2026-11-20 11:00", "2026-11-20 11:10", "2026-11-20 17:00"],
  ["2026-11-20 08:10", "2026-11-20 10:10", "2026-11-20 16:00"],
  ["2026-11-20 14:00", "2026-11-20 14:10", "2026-11-20 20:00"],
  ["2026-11-20 14:01", "2026-11-20 14:11", "2026-11-21 10:01"],
  ["2026-11-20 19:55", "2026-11-21 10:05", "2026-11-21 15:55"],
  ["2026-11-20 20:00", "2026-11-21 10:10", "2026-11-21 16:00"],
  ["2026-11-20 23:30", "2026-11-21 10:10", "2026-11-21 16:00"],
])("CLS-11 who asks at %s is called back from %s until %s", (asked, from, by) => {
  const window = callbackWindow(at(asked), ZONE)
  expect([show(window.from), show(window.by)]).toEqual([from, by])
})

/** Support time between two instants, by adding up minutes of the wall. */
function supportMinutes(from: Date, to: Date, zone: string): number {
  let minutes = 0
  for (let now = from.getTime(); now < to.getTime(); now += MINUTE) {
    const time = timeInZone(new Date(now), zone)
    if ("10:00" <= time && time < "20:00") minutes += 1
  }
  return minutes
}

const years = { min: Date.UTC(2025, 0, 1) / MINUTE, max: Date.UTC(2028, 11, 31) / MINUTE }
const asked = fc.integer(years).map((minutes) => new Date(minutes * MINUTE))

test("CLS-11 the promise counts exactly ten minutes and six hours of support, in every zone and on every day", () => {
  fc.assert(
    fc.property(asked, fc.constantFrom(...ZONES), (requestedAt, zone) => {
      const { from, by } = callbackWindow(requestedAt, zone)
      expect(supportMinutes(requestedAt, from, zone)).toBe(CALLBACK_AFTER_MS / MINUTE)
      expect(supportMinutes(requestedAt, by, zone)).toBe(CALLBACK_WITHIN_MS / MINUTE)
      expect(by.getTime() - requestedAt.getTime()).toBeLessThan(25 * HOUR)
    }),
    { numRuns: 60 },
  )
})

test("CLS-11 a call is never promised outside support hours, nor earlier for who asks later", () => {
  fc.assert(
    fc.property(
      asked,
      fc.integer({ min: 0, max: 72 * 60 }),
      fc.constantFrom(...ZONES),
      (one, later, zone) => {
        const first = callbackWindow(one, zone)
        const second = callbackWindow(new Date(one.getTime() + later * MINUTE), zone)
        for (const instant of [first.from, first.by]) {
          const time = timeInZone(instant, zone)
          expect(time >= "10:00" && time <= "20:00").toBe(true)
        }
        expect(first.by.getTime()).toBeLessThanOrEqual(second.by.getTime())
      },
    ),
    { numRuns: 200 },
  )
})

test("CLS-11 across a change of the clock the wall counts: Berlin's night of 28 to 29 March is an hour short", () => {
  const { by } = callbackWindow(at("2026-03-28 19:00", "Europe/Berlin"), "Europe/Berlin")
  expect(show(by, "Europe/Berlin")).toBe("2026-03-29 15:00")
})

test("CLS-11 the promise reads as people say it", () => {
  const now = at("2026-11-20 09:00")
  const day = (days: number) => at(`${addDays("2026-11-20", days)} 14:10`)
  const said = (language: "en" | "hi") =>
    [0, 1, 3].map((days) => callbackTime(day(days), now, ZONE, language))
  expect(said("en")).toEqual(["2:10 pm today", "2:10 pm tomorrow", "2:10 pm on Mon, 23 Nov, 2026"])
  expect(said("hi")).toEqual(["आज दोपहर 2:10 बजे", "कल दोपहर 2:10 बजे", "सोम, 23 नव॰ 2026 दोपहर 2:10 बजे"])
})
