import { EventEmitter } from "node:events"
import { ConnectionQuality, ParticipantEvent, type Room } from "livekit-client"
import { beforeEach, expect, test, vi } from "vitest"
import { loadPartsAhead } from "./parts-ahead.ts"

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** Somebody alone in a room, where a part takes so many ms to load. */
function enter(ms: number) {
  const me = new EventEmitter()
  const room = { remoteParticipants: new Map(), localParticipant: me } as unknown as Room
  const load = () => vi.fn(() => new Promise((resolve) => setTimeout(resolve, ms)))
  const [part, slides, board] = [load(), load(), load()]
  const stop = loadPartsAhead(room, [part], [slides, board])
  const hear = (quality: ConnectionQuality) => me.emit(ParticipantEvent.ConnectionQualityChanged, quality)
  const asked = () => [part, slides, board].map(({ mock }) => mock.calls.length)
  return { asked, hear, stop }
}

test("ROOM-04 ROOM-10 on a slow line what may be shown is loaded ahead, one after the other with pauses", async () => {
  const { asked } = enter(1_500)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(asked()).toEqual([1, 0, 0])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked()).toEqual([1, 1, 0])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toEqual([1, 1, 1])
})

test("ROOM-04 ROOM-10 on others it is loaded when it is shown, unless the connection turns poor", async () => {
  const { asked, hear, stop } = enter(200)
  await vi.advanceTimersByTimeAsync(60_000)
  hear(ConnectionQuality.Good)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toEqual([1, 0, 0])
  hear(ConnectionQuality.Poor)
  hear(ConnectionQuality.Poor)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(asked()).toEqual([1, 1, 0])
  stop()
  hear(ConnectionQuality.Poor)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toEqual([1, 1, 0])
})
