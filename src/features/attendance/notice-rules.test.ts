import fc from "fast-check"
import { expect, test } from "vitest"
import { correctionDecision, type NoticeInput, noticeDecision } from "./notice-rules.ts"
import { JUDGED_FROM_MS } from "./possible.ts"
import type { Verdict } from "./rules.ts"

const START = Date.UTC(2026, 2, 12, 10, 30)
const MINUTE = 60_000

function minute(minutes: number): Date {
  return new Date(START + minutes * MINUTE)
}

function judged(verdict: Verdict, presentMinutes = 0, requiredMinutes = 10, possibleMinutes = 60) {
  const [presentMs, requiredMs, possibleMs] = [presentMinutes, requiredMinutes, possibleMinutes].map(
    (minutes) => minutes * MINUTE,
  ) as [number, number, number]
  return { verdict, presentMs, requiredMs, possibleMs }
}

const due: NoticeInput = {
  classState: "completed",
  startedAt: minute(0),
  endedAt: minute(60),
  shortestMs: 10 * MINUTE,
  videoDownMs: 0,
  attendance: judged("absent"),
  student: { parentPhone: "+919845012345", smsNotificationsEnabled: true, parentPhoneConfirmed: false },
  confirmationRequired: false,
}

test("ATT-02 the parent of an absent student is told, a missing record and an unset preference included", () => {
  expect(noticeDecision(due)).toEqual({ kind: "send" })
  expect(noticeDecision({ ...due, attendance: null })).toEqual({ kind: "send" })
  for (const smsNotificationsEnabled of [null, undefined]) {
    expect(noticeDecision({ ...due, student: { ...due.student, smsNotificationsEnabled } })).toEqual({
      kind: "send",
    })
  }
})

test("ATT-02 ATT-09 nobody is told of a student who is present, excused or without a verdict, has no number, or switched texts off", () => {
  const why = (change: Partial<NoticeInput>) => noticeDecision({ ...due, ...change })
  const verdict = (kind: Verdict) => why({ attendance: judged(kind) })
  const student = (change: Partial<NoticeInput["student"]>) => why({ student: { ...due.student, ...change } })
  expect(verdict("present")).toEqual({ kind: "not-due", why: "present" })
  expect(verdict("excused")).toEqual({ kind: "not-due", why: "excused" })
  expect(verdict("none")).toEqual({ kind: "not-due", why: "none" })
  expect(verdict("pending")).toEqual({ kind: "not-due", why: "verdict-pending" })
  expect(student({ parentPhone: null })).toEqual({ kind: "not-due", why: "no-parent-phone" })
  expect(student({ parentPhone: "  " })).toEqual({ kind: "not-due", why: "no-parent-phone" })
  expect(student({ smsNotificationsEnabled: false })).toEqual({ kind: "not-due", why: "sms-switched-off" })
})

test("ATT-05 a cancelled class (D5: one nobody started among them) and one not ended send no notice", () => {
  expect(noticeDecision({ ...due, classState: "cancelled", startedAt: null })).toEqual({
    kind: "not-due",
    why: "class-cancelled",
  })
  for (const classState of ["scheduled", "live"] as const) {
    expect(noticeDecision({ ...due, classState })).toEqual({ kind: "not-due", why: "class-not-ended" })
  }
})

test("ATT-05 a notice is held, with every reason, when the class can't tell who was absent", () => {
  const held = noticeDecision({
    ...due,
    // Marked absent by hand where nobody could have come.
    attendance: judged("absent", 0, 1, 2),
    endedAt: minute(9),
    videoDownMs: 4 * MINUTE,
    confirmationRequired: true,
  })
  expect(held).toEqual({
    kind: "held",
    why: [
      { code: "hardly-possible", seconds: 120 },
      { code: "video-was-down", minutes: 4 },
      { code: "class-too-short", seconds: 540, needed: 600 },
      { code: "number-unconfirmed" },
    ],
  })
  const confirmed = { ...due.student, parentPhoneConfirmed: true }
  expect(noticeDecision({ ...due, confirmationRequired: true, student: confirmed })).toEqual({ kind: "send" })
  expect(noticeDecision({ ...due, endedAt: minute(10) })).toEqual({ kind: "send" })
  expect(noticeDecision({ ...due, startedAt: null, shortestMs: 0 })).toMatchObject({ kind: "held" })
})

test("ATT-05 an outage holds the notice when it could have made the difference or took a quarter of the class", () => {
  const outage = (presentMinutes: number, downMinutes: number, requiredMinutes = 10) =>
    noticeDecision({
      ...due,
      attendance: judged("absent", presentMinutes, requiredMinutes),
      videoDownMs: downMinutes * MINUTE,
    }).kind
  expect(outage(0, 9)).toBe("send")
  expect(outage(0, 10)).toBe("held")
  expect(outage(8, 2)).toBe("held")
  expect(outage(0, 14, 40)).toBe("send")
  expect(outage(0, 15, 40)).toBe("held")
  // Marked absent by hand in spite of the minutes: no outage, nothing to hold.
  expect(outage(30, 0)).toBe("send")
})

test("ATT-05 whatever the class went through, a notice goes out only for an absence in a class that was held", () => {
  const anyInput = fc.record<NoticeInput>({
    classState: fc.constantFrom("scheduled", "live", "completed", "cancelled"),
    startedAt: fc.constantFrom(null, minute(0)),
    endedAt: fc.constantFrom(null, minute(5), minute(60)),
    shortestMs: fc.constantFrom(0, 10 * MINUTE),
    videoDownMs: fc.integer({ min: 0, max: 60 * MINUTE }),
    attendance: fc.option(
      fc
        .tuple(
          fc.constantFrom<Verdict>("pending", "present", "absent", "excused", "none"),
          fc.integer({ min: 0, max: 60 }),
          fc.integer({ min: 0, max: 60 }),
        )
        .map(([verdict, present, possible]) => judged(verdict, present, 10, possible)),
    ),
    student: fc.record({
      parentPhone: fc.constantFrom(null, "", "+919845012345"),
      smsNotificationsEnabled: fc.constantFrom(true, false, null, undefined),
      parentPhoneConfirmed: fc.boolean(),
    }),
    confirmationRequired: fc.boolean(),
  })
  fc.assert(
    fc.property(anyInput, (input) => {
      if (noticeDecision(input).kind !== "send") return
      expect(input.classState).toBe("completed")
      expect(input.attendance?.possibleMs ?? JUDGED_FROM_MS).toBeGreaterThanOrEqual(JUDGED_FROM_MS)
      expect(input.attendance?.verdict ?? "absent").toBe("absent")
      expect(input.student.parentPhone).toBeTruthy()
      expect(input.student.smsNotificationsEnabled).not.toBe(false)
      expect(input.student.parentPhoneConfirmed || !input.confirmationRequired).toBe(true)
      expect(input.startedAt).not.toBeNull()
    }),
    { numRuns: 2_000 },
  )
})

test("ATT-05 presence that arrives late takes a waiting notice back and corrects one that left", () => {
  const needed = (notice: Parameters<typeof correctionDecision>[0]["notice"]) =>
    correctionDecision({ verdict: "present", notice })
  expect(needed("queued")).toBe("withdraw")
  expect(needed("held")).toBe("withdraw")
  expect(needed("sending")).toBe("wait")
  expect(needed("sent")).toBe("correct")
  expect(needed("unknown")).toBe("correct")
  expect(needed("failed")).toBe("none")
  expect(needed(null)).toBe("none")
  expect(correctionDecision({ verdict: "excused", notice: "queued" })).toBe("withdraw")
  // A medical absence is one: 'was not absent' would be untrue.
  expect(correctionDecision({ verdict: "excused", notice: "sent" })).toBe("none")
  for (const verdict of ["absent", "pending"] as const)
    for (const notice of ["queued", "sent"] as const)
      expect(correctionDecision({ verdict, notice })).toBe("none")
  expect(correctionDecision({ verdict: "none", notice: "queued" })).toBe("withdraw")
  expect(correctionDecision({ verdict: "none", notice: "sent" })).toBe("none")
})
