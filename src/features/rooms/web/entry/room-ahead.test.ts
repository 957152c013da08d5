import { afterEach, beforeEach, expect, test, vi } from "vitest"

const answer = {
  ...{ server_url: "ws://video", token: "ahead", role: "student" as const, identity: "p:d" },
  ...{ voice_counts: false, recordable: true, sound: "speech" as const, meeting: null },
}
const join = vi.fn(async () => answer)
let connect: () => Promise<void> = async () => {}
const disconnect = vi.fn(async () => {})

vi.mock("#ui/client.ts", () => ({ browserApi: () => ({ rooms: { join } }) }))
vi.mock("./make-room.ts", () => ({ enterRoom: () => connect(), makeRoom: () => ({ disconnect }) }))
vi.stubGlobal(
  "RTCPeerConnection",
  class {
    addTransceiver() {}
    createOffer = async () => ({})
    close() {}
  },
)
const { approach, claimEntered, enterAhead, readEntered } = await import("./room-ahead.ts")

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
  approach("near", "device")
  const waiting = enterAhead("near")
  expect(await isDrawn(waiting, 0)).toBe(true)
  expect(readEntered("near")?.answer).toEqual(answer)
  claimEntered("near")
})

test("ROOM-01 a room that is far, or can't be entered, keeps the page for a moment at most", async () => {
  connect = () => new Promise(() => {})
  approach("far", "device")
  const far = enterAhead("far")
  expect(await isDrawn(far, 140)).toBe(false)
  expect(await isDrawn(far, 20)).toBe(true)
  expect(readEntered("far")?.answer).toBeNull()
  await vi.advanceTimersByTimeAsync(8_000)
  expect([readEntered("far"), disconnect.mock.calls.length]).toEqual([null, 1])

  connect = () => Promise.reject(new Error("no way"))
  approach("shut", "device")
  expect(await isDrawn(enterAhead("shut"), 0)).toBe(true)
})

test("ROOM-01 without a token of this minute the page comes at once and enters by itself", async () => {
  expect(enterAhead("unknown")).toBeNull()
  approach("old", "device")
  await vi.advanceTimersByTimeAsync(61_000)
  expect(enterAhead("old")).toBeNull()
})
