import fc from "fast-check"
import { expect, test } from "vitest"
import { type CoachMark, compareMarks, headsIn, latestOf, listState } from "./coach-marks.ts"
import { noticeDecision } from "./notice-rules.ts"
import { decideVerdict } from "./rules.ts"

const MINUTE = 60_000
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, 30) + minute * MINUTE)

const mark = (state: CoachMark["state"], id = "a", minute = 5): CoachMark => ({
  ...{ id, state, at: at(minute), by: "coach" },
})
const hall = {
  ...{ intervals: [], possible: { spans: [], ms: 0, cause: "staff-away" as const } },
  ...{ minimumMs: 10 * MINUTE, voiceEvidenceCounts: false, until: at(60), onPremises: true },
  classState: "completed" as const,
}
const verdictOf = (change: Partial<Parameters<typeof decideVerdict>[0]>) => {
  const { verdict, reasons } = decideVerdict({ ...hall, ...change })
  return [verdict, ...reasons.map(({ kind }) => kind)]
}

test("ATT-08 in a hall the coach's mark decides, late is present, and an excuse is an absence until staff confirm it", () => {
  expect(verdictOf({ coach: mark("present") })).toEqual(["present", "coach-marked"])
  expect(verdictOf({ coach: mark("late") })).toEqual(["present", "coach-marked"])
  expect(verdictOf({ coach: mark("absent") })).toEqual(["absent", "coach-marked"])
  expect(verdictOf({ coach: mark("excused") })).toEqual(["absent", "coach-marked"])
})

test("ATT-08 in a hall nobody is absent without a mark, and pending until the class is over", () => {
  expect(verdictOf({})).toEqual(["none", "not-marked"])
  expect(verdictOf({ classState: "live" })).toEqual(["pending", "not-marked"])
})

test("ATT-08 a student who was long enough in the room of a class in a hall is present, whatever the coach marked", () => {
  const intervals = [{ joinedAt: at(0), leftAt: at(40) }]
  const possible = { spans: [{ from: at(0).getTime(), to: at(60).getTime() }], ms: 60 * MINUTE, cause: null }
  const coach = mark("absent")
  expect(verdictOf({ intervals, possible, coach })).toEqual(["present", "coach-marked", "came-long-enough"])
  // Two minutes show nothing of somebody who may sit in the hall.
  const briefly = [{ joinedAt: at(0), leftAt: at(2) }]
  expect(verdictOf({ intervals: briefly, possible })).toEqual(["none", "not-marked", "came-too-briefly"])
})

test("ATT-08 a coach's mark makes present online too, but never absent who could hardly have been present", () => {
  const online = { onPremises: false }
  expect(verdictOf({ ...online, coach: mark("present") })[0]).toBe("present")
  expect(verdictOf({ ...online, coach: mark("absent") })[0]).toBe("none")
})

test("ATT-08 a correction by staff outranks every mark of a coach, also a later one", () => {
  const byHand = { verdict: "absent" as const, reason: "was ill", by: "office" }
  expect(verdictOf({ coach: mark("present"), mark: byHand })).toEqual([
    ...["absent", "marked-by-hand", "coach-marked"],
  ])
})

test("ATT-08 of marks in any order the later one counts, and the id decides between two of one moment", () => {
  const marks = fc.uniqueArray(
    fc.record({
      ...{ id: fc.uuid(), minute: fc.integer({ min: 0, max: 3 }) },
      state: fc.constantFrom("present" as const, "absent" as const),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
  )
  const inTwoOrders = marks.chain((made) => {
    const all = made.map(({ id, minute, state }) => mark(state, id, minute))
    return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
  })
  fc.assert(
    fc.property(inTwoOrders, ([all, shuffled]) => {
      const counting = latestOf(shuffled)
      expect(counting).toEqual(latestOf(all))
      expect(all.some((one) => one.at > (counting?.at ?? at(9)))).toBe(false)
    }),
  )
})

test("ATT-08 a list is complete once it was said and the head count matches, or once staff released it", () => {
  const message = (id: string, change: Partial<Parameters<typeof listState>[0][number]> = {}) => ({
    ...{ id, at: at(1), head_count: 18, complete: true, released: false },
    ...change,
  })
  expect(listState([], 0)).toBe("open")
  expect(listState([message("a", { complete: false })], 18)).toBe("open")
  expect(listState([message("a")], 18)).toBe("complete")
  expect(listState([message("a")], 17)).toBe("count-differs")
  // A count that was corrected later, whichever of the two arrived first.
  const corrected = message("b", { at: at(2), head_count: 17, complete: false })
  expect(listState([corrected, message("a")], 17)).toBe("complete")
  expect(listState([message("a"), message("c", { released: true, head_count: null })], 17)).toBe("complete")
})

test("ATT-08 an absence in a hall is told once the list is complete, and an excuse waits for staff", () => {
  const input = {
    classState: "completed" as const,
    ...{ startedAt: at(0), endedAt: at(60), shortestMs: 10 * MINUTE, videoDownMs: 50 * MINUTE },
    attendance: { verdict: "absent" as const, presentMs: 0, requiredMs: 0, possibleMs: 0 },
    student: { parentPhone: "+919845000001", parentPhoneConfirmed: true },
    confirmationRequired: true,
  }
  expect(noticeDecision({ ...input, list: "open" })).toEqual({ kind: "held", why: [{ code: "list-open" }] })
  expect(noticeDecision({ ...input, list: "count-differs" })).toEqual({
    ...{ kind: "held", why: [{ code: "count-differs" }] },
  })
  expect(noticeDecision({ ...input, list: "complete" })).toEqual({ kind: "send" })
  expect(noticeDecision({ ...input, list: "complete", coachState: "excused" })).toEqual({
    ...{ kind: "held", why: [{ code: "excuse-asked" }] },
  })
  // The room of a class without a hall still holds it.
  expect(noticeDecision(input).kind).toBe("held")
})

test("ATT-08 who is present or late is in the hall, and so are children who were not expected", () => {
  expect(headsIn([], 0)).toBe(0)
  expect(headsIn(["present", "late", "absent", "excused"], 3)).toBe(5)
})

test("ATT-08 a later message without a head count leaves the one before, and a list nobody counted differs", () => {
  const message = (id: string, minute: number, head_count: number | null) => ({
    ...{ id, at: at(minute), head_count, complete: true, released: false },
  })
  expect(listState([message("a", 1, 2), message("b", 2, null)], 2)).toBe("complete")
  expect(listState([message("a", 1, null)], 2)).toBe("count-differs")
})

test("ATT-08 messages of one moment are in the order of their ids, and a message is like itself", () => {
  const [first, second] = [mark("present", "a"), mark("absent", "b")]
  expect([compareMarks(first, second), compareMarks(second, first), compareMarks(first, first)]).toEqual([
    -1, 1, 0,
  ])
})
