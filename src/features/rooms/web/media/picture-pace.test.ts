import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { PicturePace } from "./picture-pace.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function fetched(pace: PicturePace, address: string, ms: number, kilobits: number | null = null) {
  pace.asked(address)
  vi.advanceTimersByTime(ms)
  pace.came(address, kilobits)
  return pace.getPace()
}

test("ROOM-10 large pictures of slides are for connections on which small ones come quickly", () => {
  const pace = new PicturePace()
  expect(pace.getPace()).toBe("unknown")
  expect(fetched(pace, "/0/small", 300)).toBe("quick")
  pace.asked("/1/small")
  vi.advanceTimersByTime(2_000)
  // Known before it arrives.
  expect(pace.getPace()).toBe("slow")
  // A single late one is no poor connection.
  pace.came("/1/small", null)
  expect(pace.getPace()).toBe("quick")
  expect(fetched(pace, "/2/small", 4_000)).toBe("slow")
  // From the browser's cache: this says nothing about the connection.
  expect(fetched(pace, "/2/small", 2)).toBe("slow")
  expect(fetched(pace, "/3/small", 900)).toBe("quick")
})

test("ROOM-10 where the first picture is late, the connection is slow until one comes quickly", () => {
  const pace = new PicturePace()
  expect(fetched(pace, "/0/small", 5_000)).toBe("slow")
  expect(fetched(pace, "/1/small", 5_000)).toBe("slow")
  expect(fetched(pace, "/2/small", 300)).toBe("quick")
})

test("ROOM-04 a small picture that is there soon but trickled in leaves no room for cameras", () => {
  const pace = new PicturePace()
  expect(fetched(pace, "/0/small", 900, 60)).toBe("slow")
  expect(fetched(pace, "/1/small", 900, 900)).toBe("quick")
})

test("ROOM-10 a picture that a busy device shows late, though it was there at once, is no slow connection", () => {
  expect(fetched(new PicturePace(), "/0/small", 4_000, Number.POSITIVE_INFINITY)).toBe("quick")
})

test("ROOM-10 a page that is turned before its picture came says nothing, and a late one no more than any other late one", () => {
  const pace = new PicturePace()
  fetched(pace, "/0/small", 300)
  pace.asked("/0/large")
  pace.left("/0/large")
  vi.advanceTimersByTime(10_000)
  expect(pace.getPace()).toBe("quick")
  expect(pace.wasAsked("/0/large")).toBe(false)
  pace.asked("/1/large")
  vi.advanceTimersByTime(2_000)
  // Late, it is on its way all the same.
  expect(pace.wasAsked("/1/large")).toBe(true)
  pace.left("/1/large")
  expect(pace.getPace()).toBe("quick")
  pace.asked("/2/small")
  vi.advanceTimersByTime(2_000)
  pace.left("/2/small")
  expect(pace.getPace()).toBe("slow")
  // Asked for again, it is waited for again.
  expect(fetched(pace, "/2/small", 300)).toBe("quick")
})
