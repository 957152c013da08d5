import { afterEach, beforeEach, expect, test, vi } from "vitest"

/** The browser's side of an event stream: the test opens it and sends what a server would. */
class Stream extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static opened: Stream[] = []
  readonly topics: string
  readonly seenMsAgo: number
  readyState = 0

  constructor(address: string) {
    super()
    const asked = new URL(address, "http://kaksha.example").searchParams
    this.topics = asked.get("topics") ?? ""
    this.seenMsAgo = Number(asked.get("seen_ms_ago"))
    Stream.opened.push(this)
  }
  open(): void {
    this.readyState = Stream.OPEN
    this.dispatchEvent(new Event("open"))
  }
  send(change: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(change) }))
  }
  close(): void {
    this.readyState = Stream.CLOSED
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("EventSource", Stream)
  vi.resetModules()
  Stream.opened = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The stream that is open now, after those who follow have said so. */
function latest(): Stream {
  vi.advanceTimersToNextTimer()
  const stream = Stream.opened.at(-1)
  if (!stream) throw new Error("no stream was asked for")
  return stream
}

const NEW_CLASS = {
  name: "day.classes",
  id: "2026-11-29",
  now: { curriculum: "CBSE", class_type: "regular" },
}
const SEATS = { name: "class.seats", id: "01" }

test("CLS-05 a change told on the stream before is not told again to those who heard it", async () => {
  const { followTopics } = await import("./live-stream.ts")
  const day = vi.fn()
  followTopics(["day.classes:2026-11-29"], day)
  const first = latest()
  first.open()
  first.send(NEW_CLASS)
  expect(day.mock.calls).toEqual([[NEW_CLASS]])

  // The page has loaded the new class, and follows it, too.
  const seats = vi.fn()
  followTopics(["class.seats:01"], seats)
  const second = latest()
  expect(second.topics).toBe("class.seats:01,day.classes:2026-11-29")
  expect(first.readyState).toBe(Stream.OPEN)
  second.open()
  expect(first.readyState).toBe(Stream.CLOSED)
  second.send({ ...NEW_CLASS, earlier: true })
  second.send({ ...SEATS, earlier: true })
  expect(day).toHaveBeenCalledTimes(1)
  expect(seats.mock.calls).toEqual([[SEATS]])

  second.send(NEW_CLASS)
  expect(day).toHaveBeenCalledTimes(2)
})

test("CLS-05 who begins to listen later is told what was earlier, though another listener heard it", async () => {
  const { followTopics } = await import("./live-stream.ts")
  const [left, stays] = [vi.fn(), vi.fn()]
  const leave = followTopics(["day.classes:2026-11-29"], left)
  const first = latest()
  first.open()
  first.send(NEW_CLASS)
  leave()
  followTopics(["class.seats:01", "day.classes:2026-11-29"], stays)
  const second = latest()
  second.open()
  second.send({ ...NEW_CLASS, earlier: true })
  expect(stays.mock.calls).toEqual([[NEW_CLASS]])
  expect(left).toHaveBeenCalledTimes(1)
})

test("CLS-05 a stream that was interrupted told nobody everything", async () => {
  const { followTopics } = await import("./live-stream.ts")
  const day = vi.fn()
  followTopics(["day.classes:2026-11-29"], day)
  const first = latest()
  first.open()
  first.readyState = 0
  followTopics(["class.seats:01"], vi.fn())
  const second = latest()
  second.open()
  second.send({ ...NEW_CLASS, earlier: true })
  expect(day.mock.calls).toEqual([[NEW_CLASS]])
})

test("CLS-05 until a stream has opened, each asks for what changed since the page was read", async () => {
  const { followTopics } = await import("./live-stream.ts")
  vi.spyOn(performance, "now").mockReturnValue(20_000)
  followTopics(["day.classes:2026-11-29"], vi.fn())
  expect(latest().seenMsAgo).toBe(20_300)
  followTopics(["class.seats:01"], vi.fn())
  const second = latest()
  expect(second.seenMsAgo).toBe(20_300)
  second.open()
  followTopics(["class.seats:02"], vi.fn())
  expect(latest().seenMsAgo).toBe(3_000)
})
