import { expect, test } from "vitest"
import { formatDate, formatInstantIn, formatTimeIn, sayDate, sayInstant } from "./time.ts"

test("NAV-11 times are said as each language says them", () => {
  expect(formatTimeIn("en-IN", "16:30")).toBe("4:30 pm")
  const said = ["00:05", "04:00", "11:59", "12:00", "16:30", "20:00"].map((time) =>
    formatTimeIn("hi-IN", time),
  )
  expect(said).toEqual([
    "रात 12:05 बजे",
    "सुबह 4:00 बजे",
    "सुबह 11:59 बजे",
    "दोपहर 12:00 बजे",
    "शाम 4:30 बजे",
    "रात 8:00 बजे",
  ])
})

test("NAV-11 an instant is said in the zone and the language", () => {
  const instant = new Date("2026-11-20T11:00:00Z")
  expect(formatInstantIn("en-IN", instant, "Asia/Kolkata")).toBe("Fri, 20 Nov, 4:30 pm")
  expect(formatInstantIn("hi-IN", instant, "Asia/Kolkata")).toBe("शुक्र, 20 नव॰, शाम 4:30 बजे")
  expect(formatInstantIn("hi-IN", instant, "UTC")).toBe("शुक्र, 20 नव॰, सुबह 11:00 बजे")
})

test("NAV-10 dates near today are said as people say them, others without this year", () => {
  const said = (date: string, tag = "en-IN") => sayDate(tag, date, "2026-12-31")
  expect([said("2026-12-30"), said("2026-12-31"), said("2027-01-01"), said("2026-12-29")]).toEqual([
    "Yesterday",
    "Today",
    "Tomorrow",
    "Tue, 29 Dec",
  ])
  expect(said("2027-01-02")).toBe(formatDate("2027-01-02"))
  expect([said("2026-12-31", "hi-IN"), said("2026-12-30", "hi-IN")]).toEqual(["आज", "कल"])
})

test("NAV-10 an instant is today by the zone's date, not by the browser's", () => {
  const instant = new Date("2026-11-20T18:45:00Z")
  expect(sayInstant("en-IN", instant, "Asia/Kolkata", "2026-11-21")).toBe("Today, 12:15 am")
  expect(sayInstant("en-IN", instant, "Asia/Kolkata", "2026-11-20")).toBe("Tomorrow, 12:15 am")
  expect(sayInstant("en-IN", instant, "Asia/Kolkata", "2026-11-21", "within")).toBe("today, 12:15 am")
  expect(sayInstant("en-IN", instant, "Asia/Kolkata", "2026-12-01", "within")).toBe("Sat, 21 Nov, 12:15 am")
})
