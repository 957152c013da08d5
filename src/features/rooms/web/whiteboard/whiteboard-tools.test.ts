import { beforeEach, expect, test, vi } from "vitest"
import { WhiteboardPointers } from "./whiteboard-pointers.ts"

vi.mock("virtual:contract", () => ({ default: {} }))
const { line, makeClass, settled, shown } = await import("./test-class.ts")
const { chunksOf, itemsOnPage } = await import("./whiteboard-items.tsx")

const at = { clientX: 0, clientY: 0 }
const finger = (pointerId: number) => ({ pointerId, pointerType: "touch", ...at })
const stylus = { pointerId: 9, pointerType: "pen", ...at }

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

test("ROOM-10 a hand that rests on the screen neither draws, moves the page nor breaks the stylus's stroke off", () => {
  const pointers = new WhiteboardPointers()
  // The palm arrives first.
  expect(pointers.press(finger(1))).toBe(true)
  expect(pointers.press(stylus)).toBe(true)
  expect(pointers.count).toBe(1)
  expect(pointers.press(finger(2))).toBe(false)
  expect(pointers.move(finger(1))).toBeNull()
  expect(pointers.move(finger(2))).toBeNull()
  expect(pointers.move(stylus)).toMatchObject({ before: { pointerId: 9 }, other: null })
  expect(pointers.lift(1)).toBe(false)
  expect(pointers.lift(9)).toBe(true)
  // Two fingers move the page once the stylus is up.
  expect(pointers.press(finger(3))).toBe(true)
  expect(pointers.press(finger(4))).toBe(true)
  expect(pointers.move(finger(4))).toMatchObject({ before: { pointerId: 4 }, other: { pointerId: 3 } })
  expect(pointers.hasStylus).toBe(true)
})

test("ROOM-10 a laser's trace is seen on the page where it points, goes by messages that may be lost, and is never kept", async () => {
  const { enter, stored, saved, sent } = makeClass()
  const [teacher, asha] = [enter("teacher", true), enter("asha")]
  await settled()
  sent.mockClear()
  const { laser } = teacher.sheet
  laser.begin({ x: 10, y: 10 })
  for (let step = 1; step <= 10; step += 1) {
    await vi.advanceTimersByTimeAsync(30)
    laser.move({ x: 10 + step, y: 10 })
  }
  laser.end()
  laser.move({ x: 500, y: 500 })
  const seen = asha.sheet.laser.getFlashes()
  expect(seen.length).toBeLessThanOrEqual(6)
  // The pieces join, each at the end of the one before.
  expect(seen.flatMap(({ points }) => points.slice(2)).filter((_, index) => index % 2 === 0)).toEqual([
    11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ])
  expect(seen.every(({ page }) => page === 0)).toBe(true)
  expect(sent.mock.calls.every(([reliable]) => reliable === false)).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asha.sheet.laser.getFlashes()).toEqual([])
  expect(teacher.sheet.laser.getFlashes()).toEqual([])
  expect(shown(asha.sheet)).toEqual([])
  expect(stored.size).toBe(0)
  expect(saved).not.toHaveBeenCalled()
})

test("ROOM-10 with Shift a line snaps to every 15° and keeps its length, and a rectangle becomes a square", async () => {
  const { enter } = makeClass()
  const { sheet, pen } = enter("teacher", true)
  await settled()
  const drawn = (tool: "line" | "rect", x: number, y: number) => {
    pen.begin({ tool, ink: "ink", width: 1 }, { x: 500, y: 500 })
    pen.move({ x, y }, undefined, true)
    pen.end()
    return shown(sheet).at(-1)?.slice(2)
  }
  expect(drawn("line", 600, 507)).toEqual([600, 500])
  expect(drawn("line", 600, 590)).toEqual([595, 595])
  expect(drawn("line", 490, 400)).toEqual([500, 400])
  expect(drawn("rect", 520, 440)).toEqual([560, 440])
})

test("ROOM-10 of 5,000 strokes only those near a change are drawn again, and a page in its order", () => {
  const strokes = Array.from({ length: 5_000 }, (_, at) => ({
    ...line([at, 0, at, 9]),
    ...{
      id: String(at).padStart(4, "0"),
      page: 0,
      version: 1,
      gone: false,
      author: "asha",
      changed_by: "asha",
    },
  }))
  const items = new Map(strokes.toReversed().map((item) => [item.id, item]))
  const before = chunksOf(itemsOnPage(items, 0), [])
  expect(before.flat()).toEqual(strokes)
  const fresh = (now: ReadonlyMap<string, (typeof strokes)[number]>) =>
    chunksOf(itemsOnPage(now, 0), before)
      .filter((chunk, at) => chunk !== before[at])
      .flat().length
  expect(fresh(new Map(items))).toBe(0)
  const [moved] = strokes.slice(2_000)
  if (!moved) throw new Error("there is no stroke")
  expect(fresh(new Map(items).set(moved.id, { ...moved, points: [1, 1, 2, 2] }))).toBe(50)
  expect(fresh(new Map(items).set("9999", { ...moved, id: "9999" }))).toBe(1)
  expect(fresh(new Map(items).set("9999", { ...moved, id: "9999", page: 1 }))).toBe(0)
})
