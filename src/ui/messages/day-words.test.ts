import { expect, test } from "vitest"
import { sayDay, sayStart } from "./day-words.ts"

// Half past midnight on Saturday in India, where it is still Friday elsewhere.
const now = new Date("2026-11-20T19:00:00Z")
const zone = "Asia/Kolkata"

test("CAT-07 a day is today and tomorrow by the institution's clock, then a date", () => {
  const told = { language: "en", now, zone } as const
  const dates = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2027-01-04"]
  expect(dates.map((date) => sayDay(told, date))).toEqual([
    "yesterday",
    "today",
    "tomorrow",
    "Mon, 23 Nov",
    "Mon, 4 Jan, 2027",
  ])
  const start = { scheduled_date: "2026-11-21", start_time: "17:00" }
  expect(sayStart(told, start)).toBe("today, 5:00 pm")
  expect(sayStart({ ...told, language: "hi" }, start)).toBe("आज, शाम 5:00 बजे")
})
