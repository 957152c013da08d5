import { expect, test } from "vitest"
import { withValues } from "#platform/errors.ts"
import { fieldTextIn } from "./in-language.ts"

const TODAY = "2026-11-20"
const WEEKS = ["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14", "2026-12-21", "2027-01-04"]
const said = (language: "en" | "hi", code: string, ...values: string[]) =>
  fieldTextIn(language, withValues(code, ...values), TODAY)

test("NAV-11 CLS-03 the days on which classes overlap are named in the reader's language, of many the first ones", () => {
  expect(said("en", "CLASS_OVERLAPS_ON", ...WEEKS.slice(0, 2))).toBe(
    "This overlaps another class of the same instructor on Mon, 23 Nov and Mon, 30 Nov: choose another time, or other days",
  )
  expect(said("en", "CAPACITY_BELOW_SEATS_ON", ...WEEKS)).toBe(
    "More seats than this are already taken on Mon, 23 Nov; Mon, 30 Nov; Mon, 7 Dec; Mon, 14 Dec and 2 more",
  )
  expect(said("hi", "CLASS_OVERLAPS_ON", ...WEEKS.slice(0, 2))).toContain("सोम, 23 नव॰ और सोम, 30 नव॰")
  expect(said("hi", "CAPACITY_BELOW_SEATS_ON", ...WEEKS)).toContain("और 2 दूसरी तारीख़ें")
  // The year is said where it is another one, and where today is unknown.
  expect(said("en", "CAPACITY_BELOW_SEATS_ON", "2027-01-04")).toMatch(/on Mon, 4 Jan, 2027$/)
  expect(fieldTextIn("en", "CAPACITY_BELOW_SEATS_ON|2026-11-23")).toMatch(/on Mon, 23 Nov, 2026$/)
})

test("NAV-11 D15 what somebody else saved meanwhile is said in the reader's language, days and times as people say them", () => {
  const now = (value: string) => said("en", "MEANWHILE_CHANGED", value)
  expect(now("Decimals")).toBe(
    "Meanwhile this was changed to “Decimals”. Save again to replace it with yours",
  )
  expect(now("18:00")).toContain("“6:00 pm”")
  expect(now("2026-11-23")).toContain("“Mon, 23 Nov”")
  expect(now("on_premises")).toContain("“on premises”")
  expect(now("Either | or {dates} $&")).toContain("“Either | or {dates} $&”")
  for (const [value, hindi] of [
    ["18:00", "शाम 6:00 बजे"],
    ["2026-11-23", "सोम, 23 नव॰"],
    ["demo", "डेमो"],
  ] as const) {
    const text = said("hi", "MEANWHILE_CHANGED", value)
    expect(text).toContain(hindi)
    expect(text).not.toMatch(/[a-z]{2}/i)
  }
})
