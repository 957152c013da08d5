import fc from "fast-check"
import { expect, test } from "vitest"
import type { Interval } from "./presence.ts"
import { decideVerdict, isVoiceLevelHeard, presenceMinimumMs } from "./rules.ts"

const START = Date.UTC(2026, 2, 12, 10, 30)
const MINUTE = 60_000

function minute(minutes: number): Date {
  return new Date(START + minutes * MINUTE)
}

function stay(from: number, to: number | null): Interval {
  return { joinedAt: minute(from), leftAt: to === null ? null : minute(to) }
}

const ended = {
  minimumMs: 10 * MINUTE,
  voiceEvidenceCounts: false,
  classState: "completed" as const,
  until: minute(60),
}
const live = { ...ended, classState: "live" as const, until: minute(30) }

test("ATT-01 an average level of 50 is voice, 49.9 is not", () => {
  expect([49.9, 50, 100, Number.NaN].map(isVoiceLevelHeard)).toEqual([false, true, true, false])
})

test("ATT-05 the minimum is 10 minutes or half the class, whichever is shorter, unless the class asks otherwise", () => {
  const minimum = (length: number, minimumMinutes?: number | null) =>
    presenceMinimumMs({ startsAt: minute(0), endsAt: minute(length), minimumMinutes }) / MINUTE
  expect(minimum(60)).toBe(10)
  expect(minimum(20)).toBe(10)
  expect(minimum(15, null)).toBe(7.5)
  expect(minimum(60, 45)).toBe(45)
  expect(minimum(30, 45)).toBe(30)
  expect(minimum(60, 0)).toBe(0)
})

test("ATT-01 short of the minimum a student is pending while live and absent after, with minutes and threshold", () => {
  const intervals = [stay(2, 5), stay(20, 26.9)]
  const reasons = [{ kind: "minimum-not-reached", minutes: 9, minimumMinutes: 10 }]
  const totalMs = 9.9 * MINUTE
  expect(decideVerdict({ ...live, intervals })).toEqual({
    verdict: "pending",
    joinedAt: minute(2),
    totalMs,
    reasons,
  })
  expect(decideVerdict({ ...ended, intervals })).toEqual({
    verdict: "absent",
    joinedAt: minute(2),
    totalMs,
    reasons,
  })
})

test("ATT-01 a student turns present the moment the open interval reaches the minimum", () => {
  const intervals = [stay(20, null)]
  const before = decideVerdict({ ...live, intervals, until: new Date(minute(30).getTime() - 1) })
  expect(before.verdict).toBe("pending")
  expect(decideVerdict({ ...live, intervals })).toMatchObject({
    verdict: "present",
    joinedAt: minute(20),
    reasons: [{ kind: "minimum-reached", minutes: 10, minimumMinutes: 10 }],
  })
})

test("ATT-01 voice makes a student present at once, but only where it counts", () => {
  const heard = { ...live, intervals: [stay(28, null)], voiceHeardAt: minute(29) }
  expect(decideVerdict(heard).verdict).toBe("pending")
  expect(decideVerdict({ ...heard, voiceEvidenceCounts: true })).toMatchObject({
    verdict: "present",
    joinedAt: minute(28),
    reasons: [{ kind: "voice-heard", at: minute(29) }, { kind: "minimum-not-reached" }],
  })
  expect(decideVerdict({ ...heard, intervals: [], voiceEvidenceCounts: true }).joinedAt).toEqual(minute(29))
})

test("ATT-05 who never came is not present by minutes even where no minimum is asked", () => {
  const never = { ...ended, intervals: [], minimumMs: 0 }
  expect(decideVerdict(never)).toMatchObject({
    verdict: "absent",
    joinedAt: null,
    reasons: [{ kind: "never-came" }],
  })
  expect(decideVerdict({ ...never, classState: "live" }).reasons).toEqual([{ kind: "not-come-yet" }])
})

const anyIntervals = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 60 })), { maxLength: 3 })
  .map((pairs) => pairs.map(([from, length]) => stay(from, from + length)))

test("ATT-01 a mark by hand wins over all evidence, live or ended, and says whose it is", () => {
  const marks = fc.constantFrom("present" as const, "absent" as const, "excused" as const)
  fc.assert(
    fc.property(anyIntervals, marks, fc.boolean(), fc.boolean(), (intervals, verdict, heard, isLive) => {
      const decision = decideVerdict({
        ...(isLive ? live : ended),
        intervals,
        voiceHeardAt: heard ? minute(3) : null,
        voiceEvidenceCounts: true,
        mark: { verdict, reason: "forgot her charger", by: "meera" },
      })
      expect(decision.verdict).toBe(verdict)
      expect(decision.reasons[0]).toEqual({
        kind: "marked-by-hand",
        by: "meera",
        reason: "forgot her charger",
      })
      expect(decision.reasons.length).toBe(heard ? 3 : 2)
    }),
  )
})
