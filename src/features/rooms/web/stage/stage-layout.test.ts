import { expect, test } from "vitest"
import { countPeople, roleOf } from "../people.ts"
import { heardFirst, planGrid, planStage, planStrip, type StageTile } from "./stage-layout.ts"

const tile = (key: string, part: Partial<StageTile> = {}): StageTile => ({
  key,
  kind: "camera",
  isMe: false,
  isInstructor: false,
  joinedAt: 0,
  ...part,
})
const teacher = tile("teacher", { isInstructor: true, joinedAt: 5 })
const me = tile("me", { isMe: true, joinedAt: 9 })
const asha = tile("asha", { joinedAt: 1 })
const ravi = tile("ravi", { joinedAt: 2 })
const screen = tile("screen", { kind: "screen", isInstructor: true })

test("ROOM-03 a student sees the instructor large, and oneself first among the others", () => {
  expect(planStage([ravi, me, teacher, asha], "student", "focus")).toEqual({
    focus: teacher,
    others: [me, asha, ravi],
  })
  expect(planStage([ravi, me, teacher], "student", "grid")).toEqual({
    focus: null,
    others: [teacher, me, ravi],
  })
})

test("ROOM-03 ROOM-05 what one pins comes before the whiteboard, which comes before a shared screen", () => {
  const tiles = [me, teacher, asha, screen]
  const wish = { pinned: "asha", whiteboard: true }
  expect(planStage(tiles, "student", "focus", wish)).toEqual({ focus: asha, others: [screen, teacher, me] })
  expect(planStage(tiles, "student", "grid", { whiteboard: true })).toEqual({
    focus: "whiteboard",
    others: [screen, teacher, me, asha],
  })
  expect(planStage(tiles, "student", "focus", { pinned: "gone" }).focus).toBe(screen)
  expect(planStage([me, asha], "student", "focus", { whiteboard: true }).focus).toBe("waiting")
})

test("ROOM-10 slides come after the whiteboard and before a shared screen, and wait for the instructor like it", () => {
  const tiles = [me, teacher, asha, screen]
  expect(planStage(tiles, "student", "grid", { slides: true })).toEqual({
    focus: "slides",
    others: [screen, teacher, me, asha],
  })
  expect(planStage(tiles, "student", "focus", { slides: true, whiteboard: true }).focus).toBe("whiteboard")
  expect(planStage(tiles, "student", "focus", { slides: true, pinned: "asha" }).focus).toBe(asha)
  expect(planStage([me, asha], "student", "focus", { slides: true }).focus).toBe("waiting")
  expect(planStage([me], "instructor", "focus", { slides: true }).focus).toBe("slides")
})

test("ROOM-04 ROOM-10 without a connection a student keeps the page, though nobody is known to be there", () => {
  expect(planStage([me], "student", "focus", { slides: true, cut: true }).focus).toBe("slides")
  expect(planStage([me], "student", "grid", { whiteboard: true, cut: true }).focus).toBe("whiteboard")
  expect(planStage([me], "student", "focus", { cut: true }).focus).toBe("waiting")
})

test("ROOM-10 one's own shared screen is shown while there is something on it, before others'", () => {
  const own = tile("own", { kind: "screen", isMe: true, share: "own share" })
  const other = { ...screen, share: "other share" }
  const tiles = [teacher, me, other, own]
  const drawn = (...shares: (string | null)[]) => planStage(tiles, "instructor", "focus", { drawn: shares })
  expect(drawn(null, null)).toEqual({ focus: other, others: [teacher, me] })
  expect(drawn("own share", null).focus).toBe(own)
  expect(planStage([me, own], "instructor", "focus", { drawn: [null, "own share"] }).focus).toBe(own)
  expect(planStage([me, own], "instructor", "focus", { drawn: [null, "earlier share"] }).focus).toBeNull()
})

test("D5 without an instructor in the room students see that they wait for one", () => {
  for (const layout of ["focus", "grid"] as const) {
    expect(planStage([me, asha], "student", layout)).toEqual({ focus: "waiting", others: [me, asha] })
  }
})

test("ROOM-03 a shared screen comes before all, but nobody is shown their own", () => {
  expect(planStage([teacher, screen, me], "student", "grid").focus).toBe(screen)
  const own = [
    tile("screen", { kind: "screen", isMe: true }),
    tile("me", { isMe: true, isInstructor: true }),
    asha,
  ]
  const plan = planStage(own, "instructor", "focus")
  expect([plan.focus, plan.others.map((one) => one.key)]).toEqual([null, ["me", "asha"]])
})

test("ROOM-01 tiles fill the room they have, and what doesn't fit goes to another page", () => {
  expect(planGrid(1, { width: 1_600, height: 450 }, 8)).toEqual({
    columns: 1,
    width: 800,
    height: 450,
    perPage: 1,
  })
  expect(planGrid(2, { width: 1_600, height: 450 }, 8).columns).toBe(2)
  expect(planGrid(2, { width: 360, height: 450 }, 8)).toMatchObject({ columns: 1, width: 360 })
  const phone = planGrid(100, { width: 360, height: 430 }, 8)
  expect(phone.width).toBeGreaterThanOrEqual(148)
  expect(phone.perPage).toBeLessThan(100)
  const rows = phone.perPage / phone.columns
  expect(rows * phone.height + (rows - 1) * 8).toBeLessThanOrEqual(430)
})

test("ROOM-01 people are counted, not devices, and never less than one", () => {
  expect(countPeople([])).toBe(1)
  expect(countPeople([{ identity: "" }])).toBe(1)
  expect(countPeople([{ identity: "a:phone" }, { identity: "a:laptop" }, { identity: "b:phone" }])).toBe(2)
})

test("ROOM-03 only what the server wrote makes a participant the instructor", () => {
  expect(roleOf({ metadata: '{"role":"instructor","name":"Meera"}' })).toBe("instructor")
  for (const metadata of ["", "null", "{", '{"role":"admin"}']) expect(roleOf({ metadata })).toBe("student")
  expect(roleOf({ metadata: undefined })).toBe("student")
})

/** What a picture of 16:9 gets of a stage, in square pixels. */
function picture({ width, height }: { width: number; height: number }): number {
  const strip = planStrip({ width, height })
  const wide = Math.min(
    width - (strip === "side" ? 192 : 0),
    ((height - (strip === "below" ? 92 : 0)) * 16) / 9,
  )
  return (wide * wide * 9) / 16
}

test("ROOM-12 faces stand where the large picture stays larger, and never take half of the window from it", () => {
  const window = 1_440 * 900
  // Between the line above and the bar, with a panel of 360 px and without.
  expect(planStrip({ width: 1_080, height: 788 })).toBe("below")
  expect(picture({ width: 1_080, height: 788 })).toBeGreaterThan(window / 2)
  expect(planStrip({ width: 1_440, height: 788 })).toBe("side")
  expect(picture({ width: 1_440, height: 788 })).toBeGreaterThan(window / 2)
  // A phone, its stage above a panel, and the phone on its side.
  expect(planStrip({ width: 390, height: 730 })).toBe("below")
  expect(planStrip({ width: 390, height: 226 })).toBe("none")
  expect(planStrip({ width: 770, height: 354 })).toBe("side")
})

test("ROOM-12 who speaks is in sight in the strip, behind the instructor and oneself, and nobody in sight moves", () => {
  const people = ["teacher", "me", "a", "b", "c", "d"].map((identity) => ({ participant: { identity } }))
  const order = (heard: string[]) => heardFirst(people, heard).map((one) => one.participant.identity)
  expect(order([])).toEqual(["teacher", "me", "a", "b", "c", "d"])
  expect(order(["b", "teacher"])).toEqual(["teacher", "me", "a", "b", "c", "d"])
  expect(order(["d", "a"])).toEqual(["teacher", "me", "d", "a", "b", "c"])
})
