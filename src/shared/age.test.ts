import fc from "fast-check"
import { expect, test } from "vitest"
import {
  birthDateProblem,
  dateFromParts,
  eighteenthBirthday,
  isMinorHere,
  isUnder18,
  latestAdultBirthday,
  readTypedDate,
} from "./age.ts"

const DAY = 24 * 60 * 60 * 1000
const iso = (days: number) => new Date(Date.UTC(1950, 0, 1) + days * DAY).toISOString().slice(0, 10)
/** Dates from 1950 to 2109, leap days up to 2096 more often than they come: 2100 has none. */
const date = fc.oneof(
  fc.integer({ min: 0, max: 58_000 }).map(iso),
  fc.integer({ min: 488, max: 524 }).map((quarter) => `${quarter * 4}-02-29`),
)

/** Whole years between two dates as a calendar counts them, written in another way than the product's. */
function yearsBetween(birth: string, today: string): number {
  const [born, now] = [new Date(birth), new Date(today)]
  const years = now.getUTCFullYear() - born.getUTCFullYear()
  const birthday = new Date(Date.UTC(now.getUTCFullYear(), born.getUTCMonth(), born.getUTCDate()))
  return now < birthday ? years - 1 : years
}

test("LAW-03 somebody is under 18 until their eighteenth birthday, also around leap days", () => {
  fc.assert(
    fc.property(date, date, (birth, today) => {
      fc.pre(birth <= today)
      expect(isUnder18(birth, today)).toBe(yearsBetween(birth, today) < 18)
    }),
    { numRuns: 5_000 },
  )
  expect(isUnder18("2008-11-22", "2026-11-21")).toBe(true)
  expect(isUnder18("2008-11-22", "2026-11-22")).toBe(false)
  expect(isUnder18("2008-02-29", "2026-02-28")).toBe(true)
  expect(isUnder18("2008-02-29", "2026-03-01")).toBe(false)
})

test("LAW-03 the database's limit and the birthday say the same of every day as the function", () => {
  fc.assert(
    fc.property(date, date, (birth, today) => {
      expect(birth > latestAdultBirthday(today)).toBe(isUnder18(birth, today))
      expect(today < eighteenthBirthday(birth)).toBe(isUnder18(birth, today))
    }),
    { numRuns: 5_000 },
  )
  for (const today of ["2028-02-28", "2028-02-29", "2028-03-01", "2026-02-28", "2026-03-01"]) {
    const limit = latestAdultBirthday(today)
    expect(new Date(limit).toISOString().slice(0, 10)).toBe(limit)
    for (const birth of [
      "2010-02-27",
      "2010-02-28",
      "2010-03-01",
      "2008-02-28",
      "2008-02-29",
      "2008-03-01",
    ]) {
      expect([today, birth, birth > limit]).toEqual([today, birth, isUnder18(birth, today)])
    }
  }
})

test("ACC-10 a date of birth lies in the past, and its person is 3 to 100 years old", () => {
  const problem = (birth: string) => birthDateProblem(birth, "2026-11-22")
  expect(problem("2026-11-22")).toBe("BIRTH_DATE_FUTURE")
  expect(problem("2027-01-01")).toBe("BIRTH_DATE_FUTURE")
  expect(problem("2023-11-23")).toBe("BIRTH_DATE_TOO_YOUNG")
  expect(problem("2023-11-22")).toBeNull()
  expect(problem("1925-11-23")).toBeNull()
  expect(problem("1925-11-22")).toBe("BIRTH_DATE_TOO_OLD")
})

test("ACC-10 a typed date puts the day before the month, and a day that does not exist is none", () => {
  expect(dateFromParts({ day: "7", month: " 3 ", year: "2014" })).toBe("2014-03-07")
  for (const [day, month, year] of [
    ["31", "4", "2014"],
    ["29", "2", "2015"],
    ["0", "1", "2014"],
    ["1", "13", "2014"],
    ["1", "1", "14"],
    ["", "1", "2014"],
    ["x", "1", "2014"],
  ] as const)
    expect(dateFromParts({ day, month, year })).toBeNull()
  for (const typed of ["07/03/2014", "7-3-2014", "7.3.2014", "7 3 2014", "2014-03-07"])
    expect(readTypedDate(typed)).toBe("2014-03-07")
  for (const typed of ["03/27/2014", "7/3/14", "March 7", ""]) expect(readTypedDate(typed)).toBeNull()
})

test("ACC-10 a form asks for a guardian once a minor's date of birth is typed, and neither before nor for nonsense", () => {
  const now = new Date(2026, 10, 21, 9)
  const typed = (day: string, month: string, year: string) => isMinorHere({ day, month, year }, now)
  expect([typed("22", "11", "2008"), typed("1", "1", "2020")]).toEqual([true, true])
  expect([typed("21", "11", "2008"), typed("22", "11", ""), typed("31", "2", "2020")]).toEqual([
    false,
    false,
    false,
  ])
  expect([typed("22", "11", "2026"), typed("22", "11", "20")]).toEqual([false, false])
})
