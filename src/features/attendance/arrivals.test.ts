import fc from "fast-check"
import { expect, test } from "vitest"
import { MINUTE } from "#shared/time.ts"
import {
  arrivalOf,
  type CheckIn,
  gateCodeFrom,
  isYoung,
  normalGateCode,
  takesCheckIns,
  takesGateCheckIns,
} from "./arrivals.ts"
import type { CoachMark } from "./coach-marks.ts"
import { decideVerdict, type Evidence } from "./rules.ts"

const START = Date.parse("2026-11-26T10:30:00Z")
const at = (minute: number) => new Date(START + minute * MINUTE)

const checkIn = (minute: number, way: CheckIn["way"] = "code"): CheckIn => ({ way, at: at(minute) })
const mark = (state: CoachMark["state"], minute: number): CoachMark => ({
  ...{ id: "m", state, at: at(minute), by: "coach" },
})

function verdictOf(some: Partial<Evidence>) {
  return decideVerdict({
    ...{ intervals: [], possible: { ms: 60 * MINUTE, cause: null, spans: [] }, minimumMs: 10 * MINUTE },
    ...{ voiceEvidenceCounts: false, classState: "completed", until: at(60), onPremises: true },
    ...some,
  } as Evidence)
}

test("ATT-08 who checked in at the centre was there, and the register says how and when", () => {
  const { verdict, joinedAt, reasons } = verdictOf({ checkIns: [checkIn(5, "gate"), checkIn(-3)] })
  expect({ verdict, joinedAt }).toEqual({ verdict: "present", joinedAt: at(-3) })
  expect(reasons).toEqual([{ kind: "checked-in", way: "code", at: at(-3) }])
})

test("ATT-08 the later of a coach's mark and a check-in counts, and a correction by staff before both", () => {
  const checkIns = [checkIn(10)]
  expect(verdictOf({ checkIns, coach: mark("absent", 5) }).verdict).toBe("present")
  expect(verdictOf({ checkIns, coach: mark("absent", 20) })).toMatchObject({
    verdict: "absent",
    reasons: [{ kind: "coach-marked", state: "absent" }, { kind: "checked-in" }],
  })
  expect(verdictOf({ checkIns, coach: mark("late", 20) }).reasons[0]).toMatchObject({ state: "late" })
  const byHand = { verdict: "absent", reason: "left at once", by: "office" } as const
  expect(verdictOf({ checkIns, mark: byHand }).verdict).toBe("absent")
})

const minutes = fc.integer({ min: -45, max: 60 })
const ways = fc.constantFrom("code", "card", "gate" as const)

test("ATT-08 in whatever order check-ins are read and however often, they show the same arrival", () => {
  const some = fc.array(fc.record({ way: ways, at: minutes.map(at) }), { minLength: 1, maxLength: 6 })
  const coachMark = fc.option(
    fc.record({
      state: fc.constantFrom("present", "late", "absent", "excused" as const),
      at: minutes.map(at),
    }),
  )
  fc.assert(
    fc.property(some, coachMark, (checkIns, coach) => {
      const seen = arrivalOf({ checkIns, coach })
      expect(arrivalOf({ checkIns: [...checkIns, ...checkIns].toReversed(), coach })).toEqual(seen)
      const contradicted = coach !== null && (coach.state === "absent" || coach.state === "excused")
      const latest = Math.max(...checkIns.map((one) => one.at.getTime()))
      expect(seen === null).toBe(contradicted && latest <= coach.at.getTime())
    }),
  )
})

test("ATT-08 students check in from 45 minutes before a class until 15 before its end, staff until its end", () => {
  const times = { starts_at: at(0), ends_at: at(60) }
  const open = (minute: number) => [takesCheckIns(times, at(minute)), takesGateCheckIns(times, at(minute))]
  expect([-46, -45, 44, 45, 59, 60].map(open)).toEqual([
    ...[
      [false, false],
      [true, true],
      [true, true],
    ],
    ...[
      [false, true],
      [false, true],
      [false, false],
    ],
  ])
  const short = { starts_at: at(0), ends_at: at(20) }
  expect([9, 10].map((minute) => takesCheckIns(short, at(minute)))).toEqual([true, false])
})

test("ATT-08 children under 10 are handed over, and minors whose age nobody knows", () => {
  const today = "2026-11-26"
  const child = (date_of_birth: string | null, minor = true) => isYoung({ date_of_birth, minor }, today)
  expect([child("2016-11-27"), child("2016-11-26"), child(null), child(null, false)]).toEqual([
    ...[true, false, true, false],
  ])
})

test("ATT-08 a guardian's code is read however it was typed, and holds no letters that look like digits", () => {
  expect(normalGateCode(" k7qm 2xpd")).toBe("K7QM2XPD")
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(gateCodeFrom(bytes)).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    }),
  )
})
