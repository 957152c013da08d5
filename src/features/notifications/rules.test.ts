import fc from "fast-check"
import { expect, test } from "vitest"
import { HOUR, MINUTE } from "#shared/time.ts"
import { CHOSEN_CHANNELS, isWanted, quietWaitMs, usefulMs } from "./rules.ts"

test("ATT-07 a text rests from 21:00 to 9:00, and not where it would be of no use after", () => {
  expect(quietWaitMs("20:59")).toBe(0)
  expect(quietWaitMs("21:00")).toBe(12 * HOUR)
  expect(quietWaitMs("23:30")).toBe(9.5 * HOUR)
  expect(quietWaitMs("08:59")).toBe(MINUTE)
  expect(quietWaitMs("09:00")).toBe(0)
  // A class at 6:00 that is called off at 5:00.
  expect(quietWaitMs("05:00", HOUR)).toBe(0)
})

test("ATT-07 a message is needed before it would be of no use, and once that time has passed it can wait again", () => {
  const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)
  const cancelled = { needed_before: at("08:00"), send_before: at("09:30") }
  expect(usefulMs(cancelled, at("07:00"))).toBe(HOUR)
  expect(usefulMs(cancelled, at("08:30"))).toBe(HOUR)
  expect(usefulMs({ send_before: at("09:30") }, at("07:00"))).toBe(2.5 * HOUR)
  expect(usefulMs({ needed_before: null, send_before: null }, at("07:00"))).toBeUndefined()
})

test("ATT-07 whatever the time, a text that can wait leaves by day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_439 }), (minute) => {
      const at = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`
      const leaves = (minute + Math.round(quietWaitMs(at) / MINUTE)) % 1_440
      expect(leaves).toBeGreaterThanOrEqual(9 * 60)
      expect(leaves).toBeLessThan(21 * 60)
    }),
  )
})

test("CLS-10 what a person chose wins over the default, topic by topic", () => {
  const student = (choices = {}) => ({ choices, isGuardian: false })
  expect(isWanted(student(), "class_changes", "sms")).toBe(true)
  expect(isWanted(student(), "reminders", "sms")).toBe(false)
  expect(isWanted(student({ "reminders.sms": true }), "reminders", "sms")).toBe(true)
  expect(isWanted(student({ "class_changes.email": false }), "class_changes", "email")).toBe(false)
})

test("NAV-12 a guardian is reminded of a child's class by choice alone, and told of its changes like a student", () => {
  const guardian = (choices = {}) => ({ choices, isGuardian: true })
  for (const channel of CHOSEN_CHANNELS) {
    expect(isWanted(guardian(), "reminders", channel)).toBe(false)
    expect(isWanted(guardian({ [`reminders.${channel}`]: true }), "reminders", channel)).toBe(true)
    expect(isWanted(guardian(), "class_changes", channel)).toBe(
      isWanted({ choices: {}, isGuardian: false }, "class_changes", channel),
    )
  }
})
