import fc from "fast-check"
import { expect, test } from "vitest"
import { possibleTime } from "./possible.ts"
import type { Interval } from "./presence.ts"
import { decideVerdict, isVoiceLevelHeard, shortestToldMs } from "./rules.ts"

const START = Date.UTC(2026, 2, 12, 10, 30)
const MINUTE = 60_000

function minute(minutes: number): Date {
  return new Date(START + minutes * MINUTE)
}

function stay(from: number, to: number | null): Interval {
  return { joinedAt: minute(from), leftAt: to === null ? null : minute(to) }
}

/** Possible time of a class that began at 0, with staff from the start until `toMinute` of the class. */
function possible(toMinute = 60, seatedMinute = 0) {
  const staff = [[stay(0, toMinute)]]
  return possibleTime({
    startedAt: minute(0),
    seatedAt: minute(seatedMinute),
    until: minute(toMinute),
    staff,
    outages: [],
  })
}

const ended = {
  possible: possible(),
  minimumMs: 10 * MINUTE,
  voiceEvidenceCounts: false,
  classState: "completed" as const,
  until: minute(60),
}
const live = {
  ...ended,
  possible: possible(30),
  classState: "live" as const,
  until: minute(30),
  remainingMs: 30 * MINUTE,
}

test("ATT-01 an average level of 50 is voice, 49.9 is not", () => {
  expect([49.9, 50, 100, Number.NaN].map(isVoiceLevelHeard)).toEqual([false, true, true, false])
})

test("ATT-05 absences of a class are told unasked from its minimum on, or from half of its timetable", () => {
  const shortest = (length: number) => shortestToldMs(minute(0), minute(length), 10 * MINUTE) / MINUTE
  expect([60, 20, 15, 0].map(shortest)).toEqual([10, 10, 7.5, 0])
})

test("ATT-01 short of what is asked a student is pending while live and absent after, with minutes and threshold", () => {
  const intervals = [stay(2, 5), stay(20, 26.9)]
  const came = { kind: "came-too-briefly", seconds: 594, needed: 600 }
  const known = { joinedAt: minute(2), presentMs: 9.9 * MINUTE, requiredMs: 10 * MINUTE }
  expect(decideVerdict({ ...live, intervals })).toEqual({
    ...known,
    verdict: "pending",
    possibleMs: 30 * MINUTE,
    reasons: [{ ...came, possible: 1_800 }],
  })
  expect(decideVerdict({ ...ended, intervals })).toEqual({
    ...known,
    verdict: "absent",
    possibleMs: 60 * MINUTE,
    reasons: [{ ...came, possible: 3_600 }],
  })
})

test("ATT-01 a student turns present the moment the open interval reaches what is asked", () => {
  const intervals = [stay(20, null)]
  const before = decideVerdict({ ...live, intervals, until: new Date(minute(30).getTime() - 1) })
  expect(before.verdict).toBe("pending")
  expect(decideVerdict({ ...live, intervals })).toMatchObject({
    verdict: "present",
    joinedAt: minute(20),
    reasons: [{ kind: "came-long-enough", seconds: 600, needed: 600 }],
  })
})

test("ATT-09 while a class is live what is asked follows from its timetable, so that nobody is present too early", () => {
  const atOnce = { ...live, possible: possible(1), until: minute(1), intervals: [stay(0, null)] }
  expect(decideVerdict({ ...atOnce, remainingMs: 59 * MINUTE }).verdict).toBe("pending")
  // Of a class of two minutes nobody will be judged.
  expect(decideVerdict({ ...atOnce, remainingMs: MINUTE }).verdict).toBe("pending")
})

test("ATT-09 a verdict from before possible time was counted keeps to the minimum of its time", () => {
  const old = { ...ended, possible: null, minimumMs: 7.5 * MINUTE, intervals: [stay(0, 7)] }
  expect(decideVerdict(old)).toMatchObject({
    verdict: "absent",
    possibleMs: null,
    reasons: [{ kind: "came-too-briefly", seconds: 420, needed: 450, possible: null }],
  })
  expect(decideVerdict({ ...old, excuse: "ill" })).toMatchObject({
    verdict: "excused",
    reasons: [{ kind: "guardian-answered", answer: "ill" }, { kind: "came-too-briefly" }],
  })
  expect(decideVerdict({ ...old, intervals: [stay(0, 8)], excuse: "ill" }).verdict).toBe("present")
})

test("ATT-01 voice makes a student present at once, but only where it counts", () => {
  const heard = { ...live, intervals: [stay(28, null)], voiceHeardAt: minute(29) }
  expect(decideVerdict(heard).verdict).toBe("pending")
  expect(decideVerdict({ ...heard, voiceEvidenceCounts: true })).toMatchObject({
    verdict: "present",
    joinedAt: minute(28),
    reasons: [{ kind: "voice-heard", at: minute(29) }, { kind: "came-too-briefly" }],
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

test("ATT-09 a class that was hardly possible has no verdict for anybody, and says why and how long it was", () => {
  const hardly = { ...ended, possible: possible(2), until: minute(2) }
  for (const intervals of [[], [stay(0, 2)]]) {
    expect(decideVerdict({ ...hardly, intervals })).toMatchObject({
      verdict: "none",
      reasons: [{ kind: "hardly-possible", possible: 120 }],
    })
  }
  expect(decideVerdict({ ...hardly, classState: "live", intervals: [] })).toMatchObject({
    verdict: "pending",
    reasons: [{ kind: "not-come-yet" }],
  })
})

test("ATT-09 what remains of a class counts only while it is live", () => {
  const remainingMs = 30 * MINUTE
  const intervals = [stay(0, 30)]
  const needed = (evidence: typeof live | typeof ended) =>
    decideVerdict({ ...evidence, intervals, remainingMs, minimumMs: 60 * MINUTE }).requiredMs
  const over = { ...ended, possible: possible(30), until: minute(30) }
  expect(needed(live)).toBeGreaterThan(needed(over))
})

test("ATT-09 a class that will come to no more than the least that is judged makes nobody present early", () => {
  const short = (remainingMs: number) =>
    decideVerdict({
      ...live,
      possible: possible(2),
      until: minute(2),
      intervals: [stay(0, null)],
      remainingMs,
    }).verdict
  expect([short(MINUTE - 1), short(MINUTE)]).toEqual(["pending", "present"])
})
