import fc from "fast-check"
import { expect, test } from "vitest"
import { JUDGED_FROM_MS, possibleTime } from "./possible.ts"
import type { Interval } from "./presence.ts"
import { decideVerdict, type Verdict } from "./rules.ts"

const START = Date.UTC(2026, 2, 12, 10, 30)
const MINUTE = 60_000
const MINIMUM_MS = 10 * MINUTE

const minute = (minutes: number) => new Date(START + minutes * MINUTE)
const stay = (from: number, to: number | null): Interval => ({
  joinedAt: minute(from),
  leftAt: to === null ? null : minute(to),
})
const outage = (from: number, to: number) => ({ from: minute(from), to: minute(to) })

type Lesson = {
  ends: number
  seated?: number
  staff: Interval[][]
  admitted?: (readonly [number, number])[]
  outages?: ReturnType<typeof outage>[]
  child: Interval[]
}

function judge({ ends, seated, staff, admitted, outages = [], child }: Lesson) {
  const until = minute(ends)
  const seatedAt = seated === undefined ? null : minute(seated)
  const letIn = admitted?.map(([from, to]) => ({ from: minute(from).getTime(), to: minute(to).getTime() }))
  const possible = possibleTime({
    startedAt: minute(0),
    seatedAt,
    admitted: letIn ?? null,
    until,
    staff,
    outages,
  })
  return decideVerdict({
    intervals: child,
    possible,
    minimumMs: MINIMUM_MS,
    voiceEvidenceCounts: false,
    classState: "completed",
    until,
  })
}

test("ATT-09 a teacher's power fails at minute 5 of 60: a child that stayed nine minutes is present", () => {
  const lesson = { ends: 60, staff: [[stay(0, 5)]] }
  expect(judge({ ...lesson, child: [stay(0, 9)] })).toMatchObject({
    verdict: "present",
    presentMs: 5 * MINUTE,
    requiredMs: 2.5 * MINUTE,
    possibleMs: 5 * MINUTE,
  })
  expect(judge({ ...lesson, child: [stay(0, 2)] }).verdict).toBe("absent")
  expect(judge({ ...lesson, child: [stay(5, 60)] }).verdict).toBe("absent")
})

test("ATT-09 a seat taken at minute 52 of 60 asks for half of what was left", () => {
  const lesson = { ends: 60, seated: 52, staff: [[stay(0, 60)]] }
  expect(judge({ ...lesson, child: [stay(52, 60)] })).toMatchObject({
    verdict: "present",
    requiredMs: 4 * MINUTE,
  })
  expect(judge({ ...lesson, child: [stay(57, 60)] }).verdict).toBe("absent")
})

test("ATT-09 below three minutes of possible time there is no verdict, and the reason says what was in the way", () => {
  const whole = { ends: 60, staff: [[stay(0, 60)]], child: [] }
  const causes = [
    { ...whole, ends: 2, staff: [[stay(0, 2)]] },
    { ...whole, seated: 58 },
    { ...whole, admitted: [] },
    { ...whole, admitted: [[-60, 2] as const] },
    { ...whole, staff: [] },
    { ...whole, outages: [outage(1, 59)] },
    { ...whole, staff: [[stay(0, 20)]], outages: [outage(0, 18)] },
  ].map((lesson) => {
    const { verdict, reasons } = judge(lesson)
    return [verdict, reasons[0].kind === "hardly-possible" ? reasons[0].cause : reasons[0].kind]
  })
  expect(causes).toEqual([
    ["none", "class-short"],
    ["none", "seat-late"],
    ["none", "not-admitted"],
    ["none", "not-admitted"],
    ["none", "staff-away"],
    ["none", "room-down"],
    ["none", "room-down"],
  ])
  expect(judge({ ...whole, ends: 3, staff: [[stay(0, 3)]] }).verdict).toBe("absent")
})

test("ATT-09 a child who is let in from minute 30 to 40 can be present in that time only", () => {
  const lesson = { ends: 60, staff: [[stay(0, 60)]], admitted: [[30, 40] as const] }
  expect(judge({ ...lesson, child: [] })).toMatchObject({ verdict: "absent", possibleMs: 10 * MINUTE })
  expect(judge({ ...lesson, child: [stay(30, 35)] }).verdict).toBe("present")
})

test("ATT-09 several staff, gaps and outages: possible is when one of them was there and the room was up", () => {
  const { possibleMs } = judge({
    ends: 60,
    // The first is away for half a minute; the second comes 10 minutes after the first left.
    staff: [[stay(0, 10), stay(10.5, 20)], [stay(30, 40)], [stay(35, null)]],
    outages: [outage(38, 42), outage(15, 25)],
    child: [],
  })
  expect(possibleMs).toBe((15 + 30 - 4) * MINUTE)
})

test("ATT-09 the time in the room before staff came, or without them, gives no advantage and no disadvantage", () => {
  const lesson = { ends: 60, staff: [[stay(20, 60)]] }
  expect(judge({ ...lesson, child: [stay(0, 29)] }).verdict).toBe("absent")
  expect(judge({ ...lesson, child: [stay(0, 30)] }).verdict).toBe("present")
  expect(judge({ ...lesson, child: [stay(20, 30)] }).verdict).toBe("present")
})

const span = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]) => [from, Math.min(60, from + length)] as const)
  .filter(([from, to]) => from < to)
const intervals = fc.array(span, { maxLength: 4 }).map((pairs) => pairs.map(([from, to]) => stay(from, to)))
const anyLesson = fc.record({
  ends: fc.integer({ min: 1, max: 60 }),
  seated: fc.integer({ min: 0, max: 60 }),
  staff: fc.array(intervals, { maxLength: 3 }),
  outages: fc.array(span, { maxLength: 3 }).map((pairs) => pairs.map(([from, to]) => outage(from, to))),
  child: intervals,
})

/** How good a verdict is for a child. */
const RANK: Record<Verdict, number> = { absent: 0, none: 1, excused: 1, pending: 1, present: 2 }

test("ATT-09 never absent with what was asked for, nor where three minutes were not possible; presence is within the possible", () => {
  fc.assert(
    fc.property(anyLesson, (lesson) => {
      const { verdict, presentMs, requiredMs, possibleMs } = judge(lesson)
      const possible = possibleMs ?? Number.NaN
      expect(presentMs).toBeLessThanOrEqual(possible)
      expect(requiredMs).toBeLessThanOrEqual(Math.min(MINIMUM_MS, possible / 2))
      if (possible < JUDGED_FROM_MS) expect(verdict).toBe("none")
      else if (presentMs >= requiredMs && lesson.child.length > 0) expect(verdict).toBe("present")
      else expect(verdict).toBe("absent")
    }),
    { numRuns: 2_000 },
  )
})

test("ATT-09 the order of staff, stretches and outages changes nothing", () => {
  fc.assert(
    fc.property(anyLesson, (lesson) => {
      const turned = {
        ...lesson,
        staff: lesson.staff.map((one) => one.toReversed()).toReversed(),
        outages: lesson.outages.toReversed(),
        child: lesson.child,
      }
      expect(judge(turned)).toEqual(judge(lesson))
    }),
  )
})

test("ATT-09 more presence never makes a verdict worse, and time without staff or with the room down changes none", () => {
  fc.assert(
    fc.property(anyLesson, span, (lesson, [from, to]) => {
      const before = judge(lesson)
      const after = judge({ ...lesson, child: [...lesson.child, stay(from, to)] })
      expect(RANK[after.verdict]).toBeGreaterThanOrEqual(RANK[before.verdict])
      if (lesson.child.length === 0) return
      const alone = { ...lesson, outages: [...lesson.outages, outage(from, to)] }
      const more = judge({ ...alone, child: [...lesson.child, stay(from, to)] })
      expect([more.verdict, more.presentMs]).toEqual([judge(alone).verdict, judge(alone).presentMs])
    }),
    { numRuns: 1_000 },
  )
})
