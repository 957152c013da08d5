import fc from "fast-check"
import { beforeEach, expect, test, vi } from "vitest"
import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { boxOf } from "#features/rooms/whiteboard.ts"
import { boundsOf, HANDLES, resize, shift, transformed } from "#features/rooms/whiteboard-geometry.ts"

vi.mock("virtual:contract", () => ({ default: {} }))
const { line, makeClass, settled, shown } = await import("../test-class.ts")
const { WhiteboardSelection } = await import("./whiteboard-selection.ts")

const MOUSE = { reach: 10, adds: false, even: false }
const WITH_SHIFT = { ...MOUSE, adds: true, even: true }

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

async function begin() {
  const room = makeClass()
  const [teacher, asha] = [room.enter("teacher", true), room.enter("asha")]
  await settled()
  const selection = new WhiteboardSelection(asha.sheet)
  const drag = (from: [number, number], to: [number, number], grip = MOUSE) => {
    selection.begin({ x: from[0], y: from[1] }, grip)
    selection.move({ x: to[0], y: to[1] }, grip)
    selection.end()
  }
  return { teacher, asha, selection, drag, room }
}

test("ROOM-10 a line is selected by a tap, moved by dragging it, and resized by its handles, which all see", async () => {
  const { teacher, asha, selection, drag } = await begin()
  const id = asha.sheet.add(line([100, 100, 300, 200]))
  drag([500, 500], [500, 500])
  expect(selection.selected()).toEqual([])
  drag([200, 150], [200, 150])
  expect([...selection.getView().ids]).toEqual([id])
  expect(asha.sheet.getView().items.get(id)?.version).toBe(1)
  drag([200, 150], [260, 170])
  expect(shown(teacher.sheet)).toEqual([[160, 120, 360, 220]])
  // The handle is beside the corner, as far as the pointer reaches.
  drag([370, 230], [470, 330])
  expect(shown(teacher.sheet)).toEqual([[160, 120, 460, 320]])
  drag([470, 330], [620, 330], WITH_SHIFT)
  expect(shown(teacher.sheet)).toEqual([[160, 120, 610, 420]])
  for (let act = 0; act < 3; act += 1) asha.sheet.undo()
  expect(shown(teacher.sheet)).toEqual([[100, 100, 300, 200]])
})

test("ROOM-10 an area selects what is wholly in it and may be changed, and others' lines stay", async () => {
  const { teacher, asha, selection, drag } = await begin()
  teacher.sheet.add(line([10, 10, 20, 20]))
  const mine = [asha.sheet.add(line([30, 30, 40, 40])), asha.sheet.add(line([60, 60, 70, 70]))]
  asha.sheet.add(line([90, 90, 900, 90]))
  drag([200, 200], [0, 0])
  expect([...selection.getView().ids]).toEqual(mine)
  selection.erase()
  expect(shown(teacher.sheet)).toEqual([
    [10, 10, 20, 20],
    [90, 90, 900, 90],
  ])
  expect(selection.getView().said).toMatchObject({ what: "erased", count: 2 })
})

test("ROOM-10 by keys alone an item is reached, selected, moved, resized, copied and pasted on another page", async () => {
  const { teacher, asha, selection } = await begin()
  asha.sheet.add(line([100, 100, 200, 200]))
  const second = asha.sheet.add(line([300, 300, 400, 400]))
  for (const there of [true, true, false]) expect(selection.go(false)).toBe(there)
  expect(selection.go(true)).toBe(true)
  expect(selection.getView().said).toMatchObject({ what: "at", item: { id: second } })
  selection.take(false)
  for (let press = 0; press < 5; press += 1) {
    selection.step(10, 0, false)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asha.sheet.getView().items.get(second)?.version).toBe(1)
  await vi.advanceTimersByTimeAsync(500)
  // Five presses are one change.
  expect(asha.sheet.getView().items.get(second)?.version).toBe(2)
  selection.step(0, 10, true)
  selection.copy()
  expect(shown(teacher.sheet)[1]).toEqual([350, 300, 450, 410])
  teacher.sheet.turnTo(1)
  selection.paste()
  selection.paste()
  expect([...teacher.sheet.getView().items.values()].filter(({ page }) => page === 1)).toMatchObject([
    { points: [380, 330, 480, 440], author: "asha" },
    { points: [410, 360, 510, 470], author: "asha" },
  ])
  selection.duplicate()
  expect(shown(teacher.sheet)).toHaveLength(5)
  asha.sheet.undo()
  expect(shown(teacher.sheet)).toHaveLength(4)
})

test("ROOM-10 what somebody else changes or erases while it is dragged counts", async () => {
  const { teacher, asha, selection } = await begin()
  const [one, other] = [asha.sheet.add(line([10, 10, 20, 20])), asha.sheet.add(line([30, 30, 40, 40]))]
  selection.selectAll()
  selection.begin({ x: 15, y: 15 }, MOUSE)
  selection.move({ x: 115, y: 15 }, MOUSE)
  teacher.sheet.erase([one])
  teacher.sheet.edit([other], () => ({ points: [30, 130, 40, 140] }))
  selection.end()
  expect(shown(teacher.sheet)).toEqual([[130, 130, 140, 140]])
  selection.begin({ x: 135, y: 135 }, MOUSE)
  selection.move({ x: 300, y: 300 }, MOUSE)
  expect(selection.cancel()).toBe(true)
  expect(selection.getView().transform).toBeNull()
  expect(shown(asha.sheet)).toEqual([[130, 130, 140, 140]])
})

const shape = fc
  .record({
    kind: fc.constantFrom("pen" as const, "line" as const, "rect" as const, "text" as const),
    at: fc.array(fc.tuple(fc.integer({ min: 0, max: 1_600 }), fc.integer({ min: 0, max: 900 })), {
      minLength: 2,
      maxLength: 6,
    }),
  })
  .map(({ kind, at }) => ({
    kind,
    ...{ ink: "ink" as const, size: 40, text: kind === "text" ? "root" : "" },
    points: kind === "pen" ? at.flatMap(([x, y]) => [x, y, 50]) : at.slice(0, kind === "text" ? 1 : 2).flat(),
  }))
const drags = fc.integer({ min: -5_000, max: 5_000 })

test("ROOM-10 whatever is dragged stays on the page, keeps its pressure, and can be sent", () => {
  fc.assert(
    fc.property(
      fc.array(shape, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...HANDLES),
      drags,
      drags,
      fc.boolean(),
      (shapes, handle, dx, dy, even) => {
        const box = boundsOf(shapes)
        if (!box) return
        const isEven = even || shapes.some(({ kind }) => kind === "text")
        for (const by of [shift(box, dx, dy), resize(box, handle, dx, dy, isEven)]) {
          for (const one of shapes) {
            const { points, size } = transformed(one, by)
            expect(points.every((at) => Number.isInteger(at) && Math.abs(at) <= 20_000)).toBe(true)
            expect(size).toBeGreaterThanOrEqual(1)
            expect(size).toBeLessThanOrEqual(200)
            if (one.kind === "pen")
              expect(points.filter((_, index) => index % 3 === 2)).toEqual(
                one.points.filter((_, index) => index % 3 === 2),
              )
            const moved = boxOf({ ...one, points, size })
            expect(moved.right).toBeGreaterThanOrEqual(moved.left)
          }
        }
        const after = boundsOf(shapes.map((one) => transformed(one, shift(box, dx, dy))))
        const middle = after && { x: (after.left + after.right) / 2, y: (after.top + after.bottom) / 2 }
        expect(middle?.x).toBeGreaterThanOrEqual(-1)
        expect(middle?.x).toBeLessThanOrEqual(PAGE.width + 1)
        expect(middle?.y).toBeGreaterThanOrEqual(-1)
        expect(middle?.y).toBeLessThanOrEqual(PAGE.height + 1)
      },
    ),
  )
})
