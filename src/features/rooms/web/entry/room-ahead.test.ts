import { afterEach, beforeEach, expect, test, vi } from "vitest"

const answer = {
  ...{ server_url: "ws://video", token: "ahead", role: "student" as const, identity: "p:d" },
  ...{ voice_counts: false, recordable: true, sound: "speech" as const, meeting: null },
}
const join = vi.fn(async () => answer)
let connect: () => Promise<void> = async () => {}
const disconnect = vi.fn(async () => {})

vi.mock("#ui/live/ask.ts", () => ({ ask: async () => ({ json: join }) }))
vi.mock("./make-room.ts", () => ({ enterRoom: () => connect(), makeRoom: () => ({ disconnect }) }))
vi.stubGlobal(
  "RTCPeerConnection",
  class {
    addTransceiver() {}
    createOffer = async () => ({})
    close() {}
  },
)
const { claimEntered, enterAhead, readEntered } = await import("./room-ahead.ts")
const { askToken, hasToken } = await import("./room-token.ts")

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Whether the page is drawn after so many milliseconds. */
async function isDrawn(waiting: Promise<void> | null, ms: number): Promise<boolean> {
  const drawn = vi.fn()
  void waiting?.then(drawn)
  await vi.advanceTimersByTimeAsync(ms)
  return drawn.mock.calls.length > 0
}

test("ROOM-01 the page is drawn once its room is entered, and knows that it is", async () => {
  askToken("near", "device")
  const waiting = enterAhead("near")
  expect(await isDrawn(waiting, 0)).toBe(true)
  expect(readEntered("near")?.answer).toEqual(answer)
  claimEntered("near")
})

test("ROOM-01 a room that is entered and not shown is left, and one that can't be entered doesn't keep the page", async () => {
  connect = () => new Promise(() => {})
  askToken("far", "device")
  expect(await isDrawn(enterAhead("far"), 200)).toBe(false)
  expect(readEntered("far")?.answer).toBeNull()
  await vi.advanceTimersByTimeAsync(8_000)
  expect([readEntered("far"), disconnect.mock.calls.length]).toEqual([null, 1])

  connect = () => Promise.reject(new Error("no way"))
  askToken("shut", "device")
  expect(await isDrawn(enterAhead("shut"), 0)).toBe(true)
})

test("ROOM-01 pointer, finger and focus ask for one token together, which is used once, by whoever comes first", async () => {
  connect = async () => {}
  join.mockClear()
  for (let time = 0; time < 3; time += 1) askToken("tapped", "device")
  // The page came with the room's code, before the press was answered.
  const entered = readEntered("tapped")
  expect(entered).not.toBeNull()
  expect(enterAhead("tapped")).toBeNull()
  await vi.advanceTimersByTimeAsync(0)
  expect(readEntered("tapped")).toBe(entered)
  expect(join).toHaveBeenCalledTimes(1)
  claimEntered("tapped")
  expect(readEntered("tapped")).toBeNull()
})

test("ROOM-01 without a token of this minute the page comes at once and enters by itself", async () => {
  expect(enterAhead("unknown")).toBeNull()
  askToken("old", "device")
  await vi.advanceTimersByTimeAsync(61_000)
  expect(hasToken("old")).toBe(false)
  expect(enterAhead("old")).toBeNull()
})
