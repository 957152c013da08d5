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
  sayDay,
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
  const mark = (refusal: CoachRefusal | null | "unanswered", change?: Partial<Queued>) =>
    [queued({ kind: "mark", student_id: "asha", state: "present" }, 0, change), refusal] as const
  const known = { clock_offset_ms: -86_399_990 }
  const sent = [
    ...[mark(null), mark("unanswered"), mark("clock-ahead"), mark("too-early"), mark("right-lost")],
    // With the offset that is known already it is no use to repeat them.
    ...[mark("clock-ahead", known), mark("too-early", known)],
  ] as const
  const batch = sent.map(([one]) => one)
  const answers = sent.flatMap(([{ id }, refusal]) => (refusal === "unanswered" ? [] : [{ id, refusal }]))
  const { taken, kept, refused } = settleBatch(batch, answers, -86_400_000)
  const corrected = { clock_offset_ms: -86_400_000 }
  expect(taken).toEqual([batch[0]])
  expect(kept).toEqual([batch[1], { ...batch[2], ...corrected }, { ...batch[3], ...corrected }])
  expect(refused.map(({ id, refusal }) => [id, refusal])).toEqual([
    [batch[4]?.id, "right-lost"],
    [batch[5]?.id, "clock-ahead"],
    [batch[6]?.id, "too-early"],
  ])
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

const on = (class_id: string, date: string, from: string, to: string, complete = false): DeviceClass => ({
  ...{ ...swim, class_id, scheduled_date: date, complete },
  ...{ starts_at: `${date}T${from}:00Z`, ends_at: `${date}T${to}:00Z` },
})
const TODAY = "2026-11-20"
const early = on("early", TODAY, "01:00", "02:00")
const late = on("late", TODAY, "04:00", "05:00")
const tomorrow = on("tomorrow", "2026-11-21", "01:00", "02:00")

/** Returns which class opens at these times of today. */
const opened = (classes: readonly DeviceClass[], ...times: string[]) =>
  times.map((time) => currentClass(classes, Date.parse(`${TODAY}T${time}:00Z`), TODAY)?.class_id)

test("ATT-08 the class of today that is going on or comes next opens, the last one when all are over, and tomorrow's only without any", () => {
  expect(opened([early, late, tomorrow], "00:00", "01:59", "02:00", "05:00", "18:00")).toEqual([
    ...["early", "early", "late", "late", "late"],
  ])
  expect(opened([tomorrow], "00:00")).toEqual(["tomorrow"])
  expect(opened([], "00:00")).toEqual([undefined])
})

test("ATT-08 yesterday's class whose list isn't complete opens until the first of today can be marked", () => {
  const yesterday = on("yesterday", "2026-11-19", "14:00", "15:30")
  expect(opened([yesterday, early, tomorrow], "00:00", "00:44", "00:45", "02:00")).toEqual([
    ...["yesterday", "yesterday", "early", "early"],
  ])
  expect(opened([yesterday, tomorrow], "18:00")).toEqual(["yesterday"])
  expect(opened([{ ...yesterday, complete: true }, early], "00:00")).toEqual(["early"])
})

test("ATT-08 a class's day is today or tomorrow by the date it is, whatever day the phone was last online, and yesterday has its date", () => {
  const said = (tag: string) =>
    ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"].map((date) => sayDay(tag, date, TODAY))
  expect(said("en-IN")).toEqual(["Thu, 19 Nov", "Today", "Tomorrow", "Sun, 22 Nov"])
  expect(said("hi-IN").slice(1, 3)).toEqual(["आज", "कल"])
  expect(said("hi-IN")[0]).toContain("19")
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
