import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { asChanges, openStream } from "./event-stream.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const MINUTE_MS = 60_000

test("ACC-11 a stream ends within a quarter of an hour and says when to come back, for who reads may have changed", async () => {
  let followers = 0
  const join = () => {
    followers += 1
    return () => {
      followers -= 1
    }
  }
  const feed = {
    follow: () => () => {},
    changes: { join, leaving: new AbortController().signal, readers: () => followers },
  }
  const reader = openStream(feed, { viewer: null, topics: [] }, asChanges).getReader()
  const first = reader.read()
  await vi.advanceTimersByTimeAsync(11 * MINUTE_MS)
  expect(followers).toBe(1)
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS)
  expect((await first).value).toMatchObject({ name: "server.leaving" })
  expect(await reader.read()).toMatchObject({ done: true })
  expect(followers).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
