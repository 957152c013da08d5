import { expect, test, vi } from "vitest"
import { newId } from "#shared/ids.ts"
import type { Stroke } from "../whiteboard-packet.ts"
import { StrokePainter } from "./stroke-painter.ts"

test("ROOM-10 where many draw, a frame paints what was drawn since the one before, and finished strokes go soon", () => {
  const pen = {
    ...{ lineTo: vi.fn(), moveTo: vi.fn(), clearRect: vi.fn(), stroke: vi.fn(), beginPath: vi.fn() },
    ...{ setTransform: vi.fn(), canvas: { width: 10, height: 10 } },
  }
  const painter = new StrokePainter(pen as never, [1, 0, 0, 1, 0, 0])
  let strokes = Array.from({ length: 30 }, (_, at): Stroke => {
    const look = { kind: "pen", ink: "ink", size: 4, text: "" } as const
    return { ...look, id: newId(), page: 0, from: 0, points: [0, at, 50, 5, at, 50] }
  })
  const work = (now: number) => {
    for (const called of [pen.lineTo, pen.clearRect]) called.mockClear()
    const again = painter.paint(strokes, now)
    return { lines: pen.lineTo.mock.calls.length, cleared: pen.clearRect.mock.calls.length, again }
  }
  expect(work(1_000)).toEqual({ lines: 60, cleared: 1, again: null })
  for (let part = 1; part <= 100; part += 1)
    strokes = strokes.map((one) => ({ ...one, points: [...one.points, 5 + part, one.points[1] ?? 0, 50] }))
  const long = work(1_050)
  expect(long.cleared).toBe(0)
  strokes = strokes.map((one) => ({ ...one, points: [...one.points, 200, 0, 50] }))
  const next = work(1_100)
  expect(next).toEqual({ lines: 60, cleared: 0, again: null })
  expect(long.lines).toBeGreaterThan(3_000)
  // Nobody drew.
  expect(work(1_150)).toEqual({ lines: 0, cleared: 0, again: null })
  strokes = strokes.slice(1)
  expect(work(1_200)).toEqual({ lines: 0, cleared: 0, again: 50 })
  expect(work(1_250)).toMatchObject({ cleared: 1, again: null })
})
