import { expect, test } from "vitest"
import {
  abandonedEnd,
  classOfRoomName,
  graceEnds,
  isUnattended,
  joinRefusal,
  mayDraw,
  NO_ALLOWANCE,
  OPEN_POLICY,
  outageOf,
  rightsOf,
  roomNameAgain,
} from "./rules.ts"

const START = Date.UTC(2026, 10, 20, 10, 30)
const at = (minutes: number) => new Date(START + minutes * 60_000)

test("ROOM-03 a student sends camera and microphone, an instructor screen share and data too", () => {
  expect(rightsOf("student", false)).toEqual({ publish: ["camera", "microphone"], data: false })
  const all = { publish: ["camera", "microphone", "screen_share", "screen_share_audio"], data: true }
  expect(rightsOf("instructor", false)).toEqual(all)
})

test("ROOM-05 ROOM-10 students send data only to draw, on the whiteboard or a shared screen, while they are let", () => {
  const data = (policy: Partial<typeof OPEN_POLICY>, drawing: boolean | null = null, held = false) =>
    rightsOf("student", held, { ...OPEN_POLICY, ...policy }, { ...NO_ALLOWANCE, drawing }).data
  expect(data({ whiteboard: true })).toBe(false)
  expect(data({ whiteboard: true, drawing: true })).toBe(true)
  expect(data({ whiteboard: false, drawing: true })).toBe(true)
  expect(data({ whiteboard: true }, true)).toBe(true)
  expect(data({ whiteboard: true, drawing: true }, false)).toBe(false)
  expect(data({ whiteboard: true, drawing: true }, true, true)).toBe(false)
  const staff = { role: "instructor", held: true, policy: OPEN_POLICY, allowance: NO_ALLOWANCE } as const
  expect(mayDraw(staff)).toBe(true)
})

test("D5 being held takes everything from students and nothing from an instructor", () => {
  expect(rightsOf("student", true)).toEqual({ publish: [], data: false })
  expect(rightsOf("instructor", true)).toEqual(rightsOf("instructor", false))
})

test("D5 a class is unattended from the sixtieth second on", () => {
  expect(isUnattended(null, at(90))).toBe(false)
  expect(isUnattended(at(0), new Date(at(1).getTime() - 1))).toBe(false)
  expect(isUnattended(at(0), at(1))).toBe(true)
})

test("CLS-09 joining is refused for one reason, the most useful first", () => {
  const open = {
    status: "live",
    class_type: "regular",
    standing: "enrolled",
    isAdmin: false,
    isBanned: false,
  } as const
  expect(joinRefusal(open)).toBeNull()
  expect(joinRefusal({ ...open, standing: "approved", class_type: "demo" })).toBeNull()
  expect(joinRefusal({ ...open, status: "completed", standing: "none" })).toBe("CLASS_OVER")
  expect(joinRefusal({ ...open, status: "scheduled", standing: "none" })).toBe("ENROLMENT_REQUIRED")
  expect(joinRefusal({ ...open, standing: "none", class_type: "demo" })).toBe("DEMO_REQUEST_REQUIRED")
  expect(joinRefusal({ ...open, standing: "pending" })).toBe("REQUEST_PENDING")
  expect(joinRefusal({ ...open, standing: "rejected" })).toBe("REQUEST_DENIED")
  expect(joinRefusal({ ...open, isBanned: true })).toBe("REMOVED_FROM_CLASS")
  expect(joinRefusal({ ...open, status: "scheduled" })).toBe("CLASS_NOT_READY")
  expect(joinRefusal({ ...open, status: "scheduled", standing: "instructor" })).toBe("CLASS_NOT_READY")
  expect(joinRefusal({ ...open, standing: "none", isAdmin: true, isBanned: true })).toBeNull()
})

test("D5 the grace never ends before the scheduled end", () => {
  const grace = (left: number) => graceEnds({ absentSince: at(left), endsAt: at(60), graceMinutes: 10 })
  expect(grace(5)).toEqual(at(60))
  expect(grace(55)).toEqual(at(65))
  expect(grace(90)).toEqual(at(100))
})

test("D5 an abandoned class ended as scheduled, or when the instructor left if that was later, and never ahead", () => {
  const ended = (left: number, now: number) =>
    abandonedEnd({ absentSince: at(left), endsAt: at(60), now: at(now) })
  expect(ended(55, 65)).toEqual(at(60))
  expect(ended(75, 85)).toEqual(at(75))
  expect(ended(5, 59)).toEqual(at(59))
})

test("ATT-09 an outage of a room lasts from its own last answered look, and silence is one after half a minute", () => {
  const look = { answered: false, at: at(10), startedAt: at(0), lookedAt: at(9) }
  expect(outageOf(look)).toEqual({ from: at(9), to: at(10) })
  expect(outageOf({ ...look, lookedAt: null })).toEqual({ from: at(0), to: at(10) })
  expect(outageOf({ ...look, startedAt: at(9.9) })).toEqual({ from: at(9.9), to: at(10) })
  expect(outageOf({ ...look, answered: true })).toEqual({ from: at(9), to: at(10) })
  expect(outageOf({ ...look, answered: true, lookedAt: at(9.5) })).toBeNull()
  expect(outageOf({ ...look, at: at(8) })).toBeNull()
})

test("ROOM-01 a room's name leads to its class, whichever time the room was made", () => {
  const id = "0198f3a4-5b6c-7d8e-9f01-23456789abcd"
  const first = `kaksha-algebra-7-${id}`
  expect([0, 1, 12].map((suffix) => roomNameAgain(first, suffix))).toEqual([
    first,
    `${first}-1`,
    `${first}-12`,
  ])
  expect([0, 1, 12].map((suffix) => classOfRoomName(roomNameAgain(first, suffix)))).toEqual([id, id, id])
  expect(classOfRoomName("somebody-elses-room")).toBeNull()
  expect(classOfRoomName(`${first}-more`)).toBeNull()
})
