import { expect, test } from "vitest"
import type { CoachRefusal } from "#contract/attendance/coach-register.ts"
import {
  afterTap,
  type Body,
  currentClass,
  type DeviceClass,
  headsOf,
  nextBatch,
  nextMade,
  type Queued,
  settleBatch,
  toMessages,
  withQueue,
} from "./register-state.ts"

const AT = Date.parse("2026-11-20T01:00:00Z")
let ids = 0

function queued(body: Body, minute = 0, change: Partial<Queued> = {}): Queued {
  ids += 1
  const id = `00000000-0000-4000-8000-${String(ids).padStart(12, "0")}`
  return {
    ...{ id, coach_id: "coach", class_id: "swim", refusal: null, about: "" },
    ...{ device_time: AT + minute * 60_000, clock_offset_ms: 0 },
    ...body,
    ...change,
  } as Queued
}

const swim: DeviceClass = {
  ...{ class_id: "swim", title: "Swimming", scheduled_date: "2026-11-20", start_time: "06:30" },
  ...{ end_time: "07:30", starts_at: "2026-11-20T01:00:00Z", ends_at: "2026-11-20T02:00:00Z" },
  ...{ venue_name: "Pool", substitutes_for_name: null, head_count: null, note: null, complete: false },
  children: [],
  students: [
    { student_id: "asha", name: "Asha Rao", state: "absent" },
    { student_id: "kabir", name: "Kabir Das", state: null },
  ],
}

test("ATT-08 what waits on the device lies over what the server knows, the latest of it, without what was refused", () => {
  const queue = [
    queued({ kind: "mark", student_id: "asha", state: "late" }, 2),
    queued({ kind: "mark", student_id: "asha", state: "present" }, 1),
    queued({ kind: "mark", student_id: "kabir", state: "present" }, 3, { refusal: "not-enrolled" }),
    queued({ kind: "mark", student_id: "kabir", state: "present" }, 3, { class_id: "another" }),
    queued({ kind: "child", name: "Rohan" }),
    queued({ kind: "list", head_count: 2, complete: true }, 4),
    queued({ kind: "list", head_count: null, complete: false, note: "Rain" }, 5),
  ]
  const seen = withQueue(swim, queue)
  expect(seen.students.map(({ state }) => state)).toEqual(["late", null])
  expect(seen).toMatchObject({ head_count: 2, note: "Rain", complete: true, children: [{ name: "Rohan" }] })
  expect(headsOf(seen)).toBe(2)
  // The same child, once the server knows it.
  const known = { ...swim, children: seen.children.map(({ id, name }) => ({ id, name })) }
  expect(withQueue(known, queue).children).toHaveLength(1)
})

test("ATT-08 a clock set back by a day doesn't undo a second thought: the corrected time counts", () => {
  const before = queued({ kind: "mark", student_id: "asha", state: "absent" }, 1)
  const day = 24 * 60
  const after = queued({ kind: "mark", student_id: "asha", state: "late" }, 2 - day, {
    clock_offset_ms: day * 60_000,
  })
  expect(withQueue(swim, [after, before]).students[0]?.state).toBe("late")
})

test("ATT-08 an answer takes messages out of the queue, keeps what can still be taken, and shows the coach the rest", () => {
  const mark = (refusal: CoachRefusal | null | "unanswered") =>
    [queued({ kind: "mark", student_id: "asha", state: "present" }), refusal] as const
  const sent = [
    ...[mark(null), mark("too-early"), mark("unanswered"), mark("clock-ahead"), mark("right-lost")],
  ] as const
  const batch = sent.map(([one]) => one)
  const answers = sent.flatMap(([{ id }, refusal]) => (refusal === "unanswered" ? [] : [{ id, refusal }]))
  const { taken, kept, refused } = settleBatch(batch, answers, -86_400_000)
  expect(taken).toEqual([batch[0]])
  expect(kept).toEqual([batch[1], batch[2], { ...batch[3], clock_offset_ms: -86_400_000 }])
  expect(refused).toEqual([{ ...batch[4], refusal: "right-lost" }])
  // With the offset that is known already it is no use to repeat it.
  expect(settleBatch(batch.slice(3, 4), answers, 0).refused).toHaveLength(1)
})

test("ATT-08 a batch stays within what the server takes, and leaves out what was refused", () => {
  const many = Array.from({ length: 130 }, () =>
    queued({ kind: "mark", student_id: "asha", state: "present" }),
  )
  const refused = queued({ kind: "child", name: "Rohan" }, 0, { refusal: "not-your-class" })
  const list = queued({ kind: "list", head_count: 3, complete: true })
  const { marks, lists, children } = toMessages(nextBatch([...many, refused, list]))
  expect([marks.length, lists.length, children.length]).toEqual([120, 1, 0])
  expect(lists).toEqual([
    {
      ...{ id: list.id, class_id: "swim", clock_offset_ms: 0, device_time: new Date(AT) },
      ...{ head_count: 3, complete: true },
    },
  ])
})

test("ATT-08 the class that is going on or comes next is open, and the last one when all are over", () => {
  const later = { ...swim, class_id: "later", ends_at: "2026-11-20T05:00:00Z" }
  const open = (time: string) => currentClass([swim, later], Date.parse(time))?.class_id
  expect(["00:00", "01:59", "02:00", "09:00"].map((time) => open(`2026-11-20T${time}:00Z`))).toEqual([
    ...["swim", "swim", "later", "later"],
  ])
  expect(currentClass([], AT)).toBeNull()
})

test("ATT-08 a tap says there or not", () => {
  const states = [null, "present", "absent", "late", "excused"] as const
  expect(states.map(afterTap)).toEqual(["present", "absent", "present", "present", "present"])
})

test("ATT-08 a note goes with its mark, and a later mark without one has none", () => {
  const noted = queued({ kind: "mark", student_id: "asha", state: "late", note: "flat tyre" }, 1)
  expect(withQueue(swim, [noted]).students[0]).toMatchObject({ state: "late", note: "flat tyre" })
  expect(toMessages([noted]).marks[0]).toMatchObject({ state: "late", note: "flat tyre" })
  const later = queued({ kind: "mark", student_id: "asha", state: "present" }, 2)
  expect(withQueue(swim, [noted, later]).students[0]?.note).toBeNull()
})

test("ATT-08 a message is later than the one before, also after the clock was set back, unless that one's clock ran far ahead", () => {
  const minute = 60_000
  expect(nextMade(AT, AT - minute)).toBe(AT)
  expect(nextMade(AT, AT)).toBe(AT + 1)
  expect(nextMade(AT, AT + 4 * minute)).toBe(AT + 4 * minute + 1)
  expect(nextMade(AT, AT + 24 * 60 * minute)).toBe(AT)
})
