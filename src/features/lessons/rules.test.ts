import fc from "fast-check"
import { expect, test } from "vitest"
import { failureOf, isDone, nextToWatch, putInOrder, wholeSeconds } from "./rules.ts"

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 })

test("CAT-09 an order holds every lesson once, the named ones first, whatever is named", () => {
  fc.assert(
    fc.property(
      ids,
      fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      (current, wanted) => {
        const order = putInOrder(current, wanted)
        expect(order.toSorted()).toEqual(current.toSorted())
        const named = [...new Set(wanted)].filter((id) => current.includes(id))
        expect(order.slice(0, named.length)).toEqual(named)
        expect(putInOrder(order, wanted)).toEqual(order)
      },
    ),
  )
})

test("CAT-09 stretches become whole seconds within the video, and empty ones are left out", () => {
  expect(
    wholeSeconds(
      [
        [0, 2.4],
        [5.9, 5.9],
        [8.2, 40],
        [12, 12],
      ],
      9.5,
    ),
  ).toEqual([
    [0, 3],
    [5, 6],
    [8, 10],
  ])
})

test("CAT-09 a lesson is done at 90 %", () => {
  expect([isDone(89, 100), isDone(90, 100), isDone(0, 0.4)]).toEqual([false, true, false])
})

test("CAT-09 a student goes on with the lesson watched last, else with the next that is not done", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  const lesson = (id: string, done = false, watched_at: Date | null = null) => ({ id, done, watched_at })
  expect(nextToWatch([lesson("a"), lesson("b")])?.id).toBe("a")
  expect(nextToWatch([lesson("a", true, at(1)), lesson("b", false, at(2)), lesson("c")])?.id).toBe("b")
  expect(nextToWatch([lesson("a"), lesson("b", true, at(2)), lesson("c")])?.id).toBe("c")
  expect(nextToWatch([lesson("a"), lesson("b", true, at(1)), lesson("c", true, at(2))])?.id).toBe("a")
  expect(nextToWatch([lesson("a", true, at(1)), lesson("b", true, at(2))])).toBeNull()
  expect(nextToWatch([])).toBeNull()
})

test("CAT-09 what browsers don't play is told from what they do", () => {
  const facts = { width: 640, hasAudio: true, videoCodec: "avc", audioCodec: "aac" }
  expect(failureOf("mp4", facts)).toBeNull()
  expect(failureOf("mp4", { ...facts, hasAudio: false, audioCodec: null })).toBeNull()
  expect(failureOf("mp4", { ...facts, videoCodec: "hevc" })).toBe("CODEC")
  expect(failureOf("webm", facts)).toBe("CODEC")
  expect(failureOf("mp4", { ...facts, audioCodec: null })).toBe("CODEC")
  expect(failureOf("mp4", { ...facts, width: null, videoCodec: null })).toBe("NOT_PLAYABLE")
})
