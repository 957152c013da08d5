import fc from "fast-check"
import { expect, test } from "vitest"
import type { ClassStanding, ClassStatus } from "#contract/classes/classes.ts"
import {
  activityOf,
  canActForInstructors,
  canGoLive,
  canSchedule,
  canStartLive,
  canTakeSeat,
  cardStanding,
  heldUntil,
  isClassDate,
  isFull,
  isOpen,
  isTooEarly,
  lateSeat,
  liveState,
  nextTurn,
  ordinal,
  ownerOf,
  placeAction,
  roomName,
  takesStudents,
  teaches,
  waitlistAction,
} from "./rules.ts"

const START = Date.UTC(2026, 10, 20, 11, 30)
const MINUTE = 60_000
const at = (minutes: number) => new Date(START + minutes * MINUTE)

function scheduledClass(status: ClassStatus, overrides = {}) {
  return {
    status,
    starts_at: at(0),
    ends_at: at(60),
    class_type: "regular" as const,
    enrolled_count: 3,
    held_count: 0,
    max_capacity: 30,
    ...overrides,
  }
}

const statuses = fc.constantFrom<ClassStatus>("scheduled", "live", "completed", "cancelled")
const seconds = fc.integer({ min: -7_200, max: 7_200 })

test("D4 a class is shown live when it was started, or when it is scheduled and now is inside its window", () => {
  fc.assert(
    fc.property(statuses, seconds, fc.integer({ min: 1, max: 7_200 }), (status, offset, length) => {
      const one = { status, starts_at: new Date(START), ends_at: new Date(START + length * 1_000) }
      const inside = offset >= 0 && offset < length
      const expected = status === "scheduled" && inside ? "live" : status
      expect(liveState(one, new Date(START + offset * 1_000))).toBe(expected)
    }),
  )
})

test("D4 no passing of time makes a completed or cancelled class live, or a started one anything else", () => {
  fc.assert(
    fc.property(fc.constantFrom<ClassStatus>("live", "completed", "cancelled"), seconds, (status, offset) => {
      expect(liveState(scheduledClass(status), new Date(START + offset * 1_000))).toBe(status)
    }),
  )
})

test("D4 a scheduled class is live from the first instant of its start until before its end", () => {
  const shown = [-0.001, 0, 59.999, 60].map((minutes) => liveState(scheduledClass("scheduled"), at(minutes)))
  expect(shown).toEqual(["scheduled", "live", "live", "scheduled"])
})

test("D4 Start Live follows the stored status and the window", () => {
  expect([-1, 0, 30, 60].map((minutes) => canStartLive(scheduledClass("scheduled"), at(minutes)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  for (const status of ["live", "completed", "cancelled"] as const) {
    expect(canStartLive(scheduledClass(status), at(30))).toBe(false)
  }
})

test("DASH-02 Go Live is offered from 15 minutes before the start until the end", () => {
  expect(
    [-15.001, -15, 0, 59.999, 60].map((minutes) => canGoLive(scheduledClass("scheduled"), at(minutes))),
  ).toEqual([false, true, true, true, false])
  expect(canGoLive(scheduledClass("cancelled"), at(-5))).toBe(false)
  expect([-15.001, -15].map((minutes) => isTooEarly(scheduledClass("scheduled"), at(minutes)))).toEqual([
    true,
    false,
  ])
})

test("CLS-06 a live class offers Join Live to everyone, also when only its window has begun", () => {
  for (const standing of ["visitor", "none", "enrolled", "pending", "staff"] as const) {
    const join = { kind: "join", label: "join", disabled: false }
    expect(placeAction(scheduledClass("live"), standing, at(-5))).toEqual(join)
    expect(placeAction(scheduledClass("scheduled", { enrolled_count: 30 }), standing, at(5))).toEqual(join)
  }
})

test("CLS-06 a visitor reads Login to Enroll on a disabled button", () => {
  const action = { kind: "sign-in", label: "sign-in", disabled: true }
  expect(placeAction(scheduledClass("scheduled"), "visitor", at(-60))).toEqual(action)
  expect(placeAction(scheduledClass("scheduled", { enrolled_count: 30 }), "visitor", at(-60))).toEqual(action)
})

test("CLS-06 HOME-01 a visitor can press Request Demo, and the waitlist of a full class", () => {
  const demo = scheduledClass("scheduled", { class_type: "demo" })
  expect(placeAction(demo, "visitor", at(-60))).toEqual({
    kind: "request-demo",
    label: "request-demo",
    disabled: false,
  })
  const full = scheduledClass("scheduled", { enrolled_count: 30 })
  expect(waitlistAction(full, "visitor", at(-60))).toMatchObject({ kind: "join-waitlist", disabled: false })
})

test("CLS-06 a student enrolls in a regular class and requests a demo, unless it is full", () => {
  const demo = { class_type: "demo" }
  const full = { enrolled_count: 30 }
  const actions = [{}, demo, full, { ...demo, ...full }].map((overrides) =>
    placeAction(scheduledClass("scheduled", overrides), "none", at(-60)),
  )
  expect(actions).toEqual([
    { kind: "enrol", label: "enrol", disabled: false },
    { kind: "request-demo", label: "request-demo", disabled: false },
    { kind: "enrol", label: "enrol", disabled: true },
    { kind: "request-demo", label: "request-demo", disabled: true },
  ])
})

test("CLS-06 a student with a seat, with a request or without a way to enrol reads a disabled status", () => {
  const standings = ["enrolled", "pending", "approved", "rejected", "instructor", "staff"] as const
  const actions = standings.map((standing) => placeAction(scheduledClass("scheduled"), standing, at(-60)))
  expect(actions.map((action) => action.label)).toEqual([
    ...["enrolled", "pending", "approved", "rejected"],
    ...["scheduled", "scheduled"],
  ])
  expect(actions.every((action) => action.disabled && action.kind === "status")).toBe(true)
})

test("CLS-06 completed, cancelled and missed classes offer nothing", () => {
  expect(placeAction(scheduledClass("completed"), "none", at(30)).label).toBe("completed")
  expect(placeAction(scheduledClass("cancelled"), "visitor", at(30)).label).toBe("cancelled")
  expect(placeAction(scheduledClass("scheduled"), "none", at(61))).toEqual({
    kind: "status",
    label: "scheduled",
    disabled: true,
  })
})

test("CLS-06 a card is drawn for a visitor, for staff who take no seats, or for the standing", () => {
  const drawn = (role: "student" | "instructor" | "admin" | null, standing: ClassStanding) =>
    cardStanding({ role }, standing)
  expect(cardStanding(null, "none")).toBe("visitor")
  expect([drawn("student", "none"), drawn("student", "pending")]).toEqual(["none", "pending"])
  expect([drawn("instructor", "none"), drawn("instructor", "instructor"), drawn("admin", "none")]).toEqual([
    "staff",
    "instructor",
    "staff",
  ])
})

test("CLS-06 PAY-02 a guardian can request a demo, or its waitlist, for a child; no other seat", () => {
  expect(cardStanding({ role: "guardian", asks: true }, "none")).toBe("guardian")
  expect(cardStanding({ role: "guardian", asks: false }, "none")).toBe("staff")
  expect(cardStanding({ role: "instructor", asks: true }, "none")).toBe("staff")
  const demo = { class_type: "demo" } as const
  const full = { ...demo, enrolled_count: 30 }
  const at60 = (overrides: Parameters<typeof scheduledClass>[1]) => {
    const one = scheduledClass("scheduled", overrides)
    return [placeAction(one, "guardian", at(-60)), waitlistAction(one, "guardian", at(-60))]
  }
  const request = { kind: "request-demo", label: "request-demo", disabled: false }
  expect(at60(demo)).toEqual([request, null])
  expect(at60(full)).toEqual([{ ...request, disabled: true }, expect.objectContaining({ disabled: false })])
  const status = { kind: "status", label: "scheduled", disabled: true }
  expect(at60({})).toEqual([status, null])
  expect(at60({ enrolled_count: 30 })).toEqual([status, null])
  expect(placeAction(scheduledClass("cancelled", demo), "guardian", at(-60)).kind).toBe("status")
})

test("CLS-09 a room is named after prefix, title and id, in ASCII", () => {
  const id = "0198f2a4-0000-7000-8000-000000000001"
  expect(roomName({ id, title: "  Français & Maths: Level 2! " })).toBe(`kaksha-francais-maths-level-2-${id}`)
  expect(roomName({ id, title: "भिन्न" })).toBe(`kaksha-${id}`)
})

test("CLS-09 a long title fills the room's name to 100 characters, and ends at a letter", () => {
  const id = "0198f2a4-0000-7000-8000-000000000001"
  expect(roomName({ id, title: "a".repeat(200) })).toBe(`kaksha-${"a".repeat(56)}-${id}`)
  expect(roomName({ id, title: `${"a".repeat(55)} b` })).toBe(`kaksha-${"a".repeat(55)}-${id}`)
})

test("CLS-09 whatever the title, a room's name is short, plain and ends in the id", () => {
  const id = "0198f2a4-0000-7000-8000-000000000001"
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (title) => {
      const name = roomName({ id, title })
      expect(name.length).toBeLessThanOrEqual(100)
      expect(name).toMatch(/^kaksha(-[a-z0-9]+)*-[0-9a-f-]{36}$/)
      expect(name.endsWith(`-${id}`)).toBe(true)
    }),
  )
})

test("CLS-01 instructors and admins schedule, students take seats, only admins act for others", () => {
  const roles = ["student", "instructor", "admin", null] as const
  expect(roles.map((role) => canSchedule({ role }))).toEqual([false, true, true, false])
  expect(roles.map((role) => canTakeSeat({ role }))).toEqual([true, false, false, false])
  expect(roles.map((role) => canActForInstructors({ role }))).toEqual([false, false, true, false])
})

test("CLS-06 who has no seat in a class that is live is offered one beside Join Live, until its end", () => {
  expect(lateSeat(scheduledClass("live"), "none", at(5))).toEqual({
    kind: "enrol",
    label: "enrol",
    disabled: false,
  })
  expect(lateSeat(scheduledClass("scheduled"), "none", at(5))?.kind).toBe("enrol")
  expect(lateSeat(scheduledClass("scheduled"), "none", at(-5))).toBeNull()
  expect(lateSeat(scheduledClass("live"), "none", at(61))).toBeNull()
  for (const standing of ["enrolled", "visitor", "staff", "instructor"] as const) {
    expect(lateSeat(scheduledClass("live"), standing, at(5))).toBeNull()
  }
  expect(lateSeat(scheduledClass("live", { class_type: "demo" }), "none", at(5))).toBeNull()
})

test("CLS-06 beside the disabled button of a full class stands the way into its line, until it begins", () => {
  const full = { enrolled_count: 20, held_count: 10 }
  const join = { kind: "join-waitlist", label: "join-waitlist", disabled: false }
  expect(placeAction(scheduledClass("scheduled", full), "none", at(-5))).toMatchObject({ disabled: true })
  expect(waitlistAction(scheduledClass("scheduled", full), "none", at(-5))).toEqual(join)
  expect(
    waitlistAction(scheduledClass("scheduled", { ...full, class_type: "demo" }), "none", at(-5)),
  ).toEqual(join)
  expect(waitlistAction(scheduledClass("scheduled", { ...full, held_count: 9 }), "none", at(-5))).toBeNull()
  expect(waitlistAction(scheduledClass("scheduled", full), "none", at(5))).toBeNull()
  expect(waitlistAction(scheduledClass("live", full), "none", at(-5))).toBeNull()
  for (const standing of ["waiting", "enrolled", "pending", "staff", "instructor"] as const) {
    expect(waitlistAction(scheduledClass("scheduled", full), standing, at(-5))).toBeNull()
  }
})

test("CLS-07 places read as people count", () => {
  const places = [1, 2, 3, 4, 10, 11, 12, 13, 14, 21, 22, 23, 101, 111, 112].map(ordinal)
  expect(places.join(" ")).toBe("1st 2nd 3rd 4th 10th 11th 12th 13th 14th 21st 22nd 23rd 101st 111th 112th")
})

test("CLS-11 a seat is kept for so many hours, but never past the start", () => {
  fc.assert(
    fc.property(seconds, fc.integer({ min: 1, max: 168 }), (ahead, hours) => {
      const asked = at(0)
      const starts = new Date(asked.getTime() + ahead * 1_000)
      const until = heldUntil(starts, asked, hours)
      const kept = until.getTime() - asked.getTime()
      expect(kept).toBe(Math.min(ahead * 1_000, hours * 3_600_000))
    }),
  )
})

test("CLS-02 a class can be on the dates of this century, from 2000 on", () => {
  expect(["1999-12-31", "2000-01-01", "2026-02-28", "2099-12-31", "2100-01-01"].filter(isClassDate)).toEqual([
    "2000-01-01",
    "2026-02-28",
    "2099-12-31",
  ])
})

test("CLS-05 a class is open until its end while it waits; a regular one takes students also while it is live", () => {
  const open = (status: ClassStatus, minutes: number) => isOpen(scheduledClass(status), at(minutes))
  const takes = (status: ClassStatus, minutes: number, class_type = "regular" as const) =>
    takesStudents(scheduledClass(status, { class_type }), at(minutes))
  expect([open("scheduled", 59.999), open("scheduled", 60), open("live", 5), open("cancelled", 5)]).toEqual([
    true,
    false,
    false,
    false,
  ])
  for (const status of ["scheduled", "live"] as const)
    expect([takes(status, 59.999), takes(status, 60), takes(status, 5, "demo" as "regular")]).toEqual([
      true,
      false,
      false,
    ])
  expect([takes("completed", 5), takes("cancelled", 5)]).toEqual([false, false])
})

test("CLS-07 a class is full when its taken and held seats reach its capacity", () => {
  expect([29, 30, 31].map((taken) => isFull(scheduledClass("scheduled", { enrolled_count: taken })))).toEqual(
    [false, true, true],
  )
  expect(isFull(scheduledClass("scheduled", { enrolled_count: 28, held_count: 2 }))).toBe(true)
})

test("CLS-08 one free trial counts for a subject, however it is written", () => {
  expect(["  Chess", "chess ", "CHESS"].map((subject) => activityOf({ subject }))).toEqual(
    Array(3).fill("chess"),
  )
})

test("ADM-01 a class is its own instructor's also while a substitute teaches it, and both may run it", () => {
  const own = { instructor_id: "anna", substitutes_for: null }
  const lent = { instructor_id: "ben", substitutes_for: "anna" }
  expect([ownerOf(own), ownerOf(lent)]).toEqual(["anna", "anna"])
  const mayRun = (taught: typeof own | typeof lent) =>
    ["anna", "ben", "cara"].filter((user_id) => teaches(taught, { user_id }))
  expect([mayRun(own), mayRun(lent)]).toEqual([["anna"], ["anna", "ben"]])
})

test("CLS-05 a list is shown otherwise when the next class that is not over starts or ends", () => {
  const early = scheduledClass("scheduled")
  const late = scheduledClass("live", { starts_at: at(-30), ends_at: at(30) })
  const over = scheduledClass("cancelled", { starts_at: at(5), ends_at: at(10) })
  const turns = (minutes: number) => nextTurn([early, late, over], at(minutes))
  expect([turns(-1), turns(0), turns(30), turns(60)]).toEqual([at(0), at(30), at(60), null])
})
