import fc from "fast-check"
import { expect, test } from "vitest"
import { eighteenthBirthday } from "#shared/age.ts"
import { isMinor, ownDateOfBirth, rememberedMinority, todayOf } from "./age.ts"

/** 22 November in London, 23 November in India. */
const now = {
  clock: { now: () => new Date("2026-11-22T20:00:00Z") },
  env: { TIME_ZONE: "Asia/Kolkata" },
} as Parameters<typeof todayOf>[0]
const TODAY = "2026-11-23"

const age = (date_of_birth: string | null, under_18 = false, minor_until: string | null = null) => ({
  date_of_birth,
  under_18,
  minor_until,
})

test("LAW-03 an age is reckoned by the day of the institution", () => {
  expect(todayOf(now)).toBe(TODAY)
})

test.each([
  ["born 18 years ago today", age("2008-11-23"), false],
  ["born a day later", age("2008-11-24"), true],
  ["a tick, and no date", age(null, true), true],
  ["neither", age(null), false],
  ["a date outweighs the tick", age("2000-01-01", true), false],
  ["a child until tomorrow, whatever the date says", age("2000-01-01", false, "2026-11-24"), true],
  ["a child until today is one no more", age("2000-01-01", false, "2026-11-23"), false],
  ["a remembered day that has passed outweighs the tick", age(null, true, "2026-11-23"), false],
])("LAW-03 who counts as a child: %s", (_, student, minor) => {
  expect(isMinor(now, student)).toBe(minor)
})

test.each([
  ["an adult's nothing", age("2000-01-01"), null],
  ["a child's eighteenth birthday", age("2015-03-04"), "2033-03-04"],
  ["the later of birthday and remembered day", age("2015-03-04", false, "2035-01-01"), "2035-01-01"],
  ["the birthday where it is later", age("2015-03-04", false, "2030-01-01"), "2033-03-04"],
  ["the remembered day alone", age(null, false, "2030-01-01"), "2030-01-01"],
  ["of a tick the day on which the youngest turns 18", age(null, true), "2041-11-23"],
])("LAW-03 what outlives a date of birth that is taken away: %s", (_, student, until) => {
  expect(rememberedMinority(now, student)).toBe(until)
})

const stored = (date: string) => ({ date_of_birth: date, date_of_birth_claimed: null, minor_until: null })
const waiting = (date: string, minor_until: string) => ({
  date_of_birth: null,
  date_of_birth_claimed: date,
  minor_until,
})

test.each([
  ["a first one, of an adult", null, "2000-01-01", stored("2000-01-01")],
  ["a first one, of a child", null, "2015-03-04", stored("2015-03-04")],
  ["an adult's other one", age("1999-01-01"), "2000-01-01", stored("2000-01-01")],
  ["a child's, a day earlier", age("2015-03-04"), "2015-03-03", waiting("2015-03-03", "2033-03-04")],
  ["the child's own again", age("2015-03-04"), "2015-03-04", stored("2015-03-04")],
  ["a child's, later", age("2015-03-04"), "2016-03-04", stored("2016-03-04")],
  ["an adult's of one ticked a child", age(null, true), "2000-01-01", waiting("2000-01-01", "2041-11-23")],
  ["a child's of one ticked a child", age(null, true), "2010-01-01", stored("2010-01-01")],
  [
    "earlier than is remembered",
    age(null, false, "2030-01-01"),
    "2011-12-31",
    waiting("2011-12-31", "2030-01-01"),
  ],
  ["as is remembered", age(null, false, "2030-01-01"), "2012-01-01", stored("2012-01-01")],
])("LAW-03 what a person's own date of birth stores: %s", (_, before, date, expected) => {
  expect(ownDateOfBirth(now, before, date)).toEqual(expected)
})

test("LAW-03 no date of birth that a child gives ends its minority before the day that was known", () => {
  const day = fc
    .date({ min: new Date("1990-01-01"), max: new Date("2023-11-22"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const known = fc.record({
    date_of_birth: fc.option(day),
    under_18: fc.boolean(),
    minor_until: fc.option(day.map(eighteenthBirthday)),
  })
  fc.assert(
    fc.property(known, day, (before, date) => {
      const given = ownDateOfBirth(now, before, date)
      const after = { ...before, ...given }
      if (isMinor(now, before) && !isMinor(now, after)) throw new Error("a child grew up by typing")
    }),
  )
})
