import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { PicturePace } from "./picture-pace.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function fetched(pace: PicturePace, address: string, ms: number): boolean {
  pace.asked(address)
  vi.advanceTimersByTime(ms)
  pace.came(address)
  return pace.isQuick()
}

test("ROOM-10 large pictures of slides are for connections on which small ones come quickly", () => {
  const pace = new PicturePace()
  const told = vi.fn()
  pace.subscribe(told)
  expect(pace.isQuick()).toBe(false)
  expect(fetched(pace, "/0/small", 300)).toBe(true)
  expect(fetched(pace, "/1/small", 4_000)).toBe(false)
  // From the browser's cache: this says nothing about the connection.
  expect(fetched(pace, "/1/small", 2)).toBe(false)
  expect(fetched(pace, "/2/small", 900)).toBe(true)
  expect(told).toHaveBeenCalledTimes(3)
})
