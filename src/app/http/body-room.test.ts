import { expect, test } from "vitest"
import { type BodyRoom, openRoom } from "./body-room.ts"
import { LARGER_AT_ONCE } from "./request-limits.ts"

const LARGE = LARGER_AT_ONCE.smallUpTo + 1
const MIB = 2 ** 20

test("OPS-04 bodies that were announced and never come keep nobody out, and those that came are bounded", () => {
  const waiting = Array.from({ length: 1_000 }, (_, index) => openRoom(`slow ${index}`, LARGE))
  expect(waiting.map((room) => room.take(1_024))).not.toContain(503)
  const rooms: BodyRoom[] = []
  let refused: unknown = null
  for (let index = 0; refused === null; index += 1) {
    const room = openRoom(`quick ${index}`, LARGE)
    rooms.push(room)
    refused = room.take(10 * MIB)
  }
  expect(refused).toBe(503)
  expect(rooms.length).toBeGreaterThan(15)
  // A stroke has room of its own.
  const stroke = openRoom("teacher", MIB)
  expect(stroke.take(MIB)).toBeNull()
  for (const room of [...waiting, ...rooms, stroke]) room.give()
  expect(openRoom("later", LARGE).take(10 * MIB)).toBeNull()
})

test("OPS-04 one person takes a quarter of the room, and has it back afterwards", () => {
  const [first, second] = [openRoom("asha", LARGE), openRoom("asha", LARGE)]
  expect(first.take(LARGER_AT_ONCE.bytes / 4)).toBeNull()
  expect(second.take(1)).toBe(429)
  expect(openRoom("kabir", LARGE).take(1)).toBeNull()
  first.give()
  expect(second.take(1)).toBeNull()
  second.give()
})
