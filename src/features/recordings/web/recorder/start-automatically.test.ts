import { type Room, RoomEvent } from "livekit-client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { startAutomatically } from "./start-automatically.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 30, second))

/** A room in which this device of Meera's came at second 30, and others at theirs. */
function roomWith(others: Record<string, number>) {
  const remoteParticipants = new Map(
    Object.entries(others).map(([identity, second]) => [identity, { identity, joinedAt: at(second) }]),
  )
  const listeners = new Set<() => void>()
  const room = {
    localParticipant: { identity: "meera:phone", joinedAt: at(30) },
    remoteParticipants,
    on: (event: string, listener: () => void) =>
      event === RoomEvent.ParticipantDisconnected && listeners.add(listener),
    off: (_: string, listener: () => void) => listeners.delete(listener),
  }
  const leave = (identity: string) => {
    remoteParticipants.delete(identity)
    for (const listener of listeners) listener()
  }
  return { room: room as unknown as Room, leave, listeners }
}

function startIn({ room }: ReturnType<typeof roomWith>, endedAt: Date | null = null) {
  const start = vi.fn()
  const endedSince = async (joined: Date) => endedAt !== null && endedAt > joined
  let state: "free" | "running" | "ending" = "free"
  const stop = startAutomatically(room, { after: 3_000, state: () => state, endedSince, start })
  const become = (next: typeof state) => {
    state = next
  }
  return { start, stop, become }
}

test("REC-02 of a person's devices the one that came first records; others' devices don't matter", async () => {
  for (const [others, starts] of [
    [{}, 1],
    [{ "asha:laptop": 10 }, 1],
    [{ "meera:laptop": 10 }, 0],
    [{ "meera:laptop": 40 }, 1],
    // Of the same second: both can't wait for each other.
    [{ "meera:laptop": 30 }, 0],
    [{ "meera:tablet": 30 }, 1],
  ] as const) {
    const { start } = startIn(roomWith(others))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(start, JSON.stringify(others)).toHaveBeenCalledTimes(starts)
  }
})

test("REC-02 a device records once the person's crashed one is no longer in the room, and only once", async () => {
  const here = roomWith({ "meera:laptop": 10, "asha:laptop": 12 })
  const { start } = startIn(here)
  await vi.advanceTimersByTimeAsync(15_000)
  here.leave("asha:laptop")
  await vi.advanceTimersByTimeAsync(15_000)
  expect(start).not.toHaveBeenCalled()
  here.leave("meera:laptop")
  // A device whose network was cut may be back by then.
  await vi.advanceTimersByTimeAsync(9_000)
  expect(start).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(start).toHaveBeenCalledTimes(1)
  expect(here.listeners.size).toBe(0)
})

test("REC-02 nothing starts on the second device if the first ended the recording, or after it left, too", async () => {
  const ended = roomWith({ "meera:laptop": 10 })
  const left = roomWith({ "meera:laptop": 10 })
  const [first, second] = [startIn(ended, at(50)), startIn(left)]
  await vi.advanceTimersByTimeAsync(5_000)
  ended.leave("meera:laptop")
  left.leave("meera:laptop")
  second.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(first.start).not.toHaveBeenCalled()
  expect(second.start).not.toHaveBeenCalled()
  // What ended before this device came was another part of the class.
  const earlier = roomWith({ "meera:laptop": 10 })
  const { start } = startIn(earlier, at(20))
  await vi.advanceTimersByTimeAsync(5_000)
  earlier.leave("meera:laptop")
  await vi.advanceTimersByTimeAsync(60_000)
  expect(start).toHaveBeenCalledTimes(1)
})

test("REC-02 who comes back is recorded again once the recording of the stay before is saved, but not where one runs", async () => {
  const [back, running] = [roomWith({}), roomWith({})]
  const { start, become } = startIn(back)
  become("ending")
  const other = startIn(running)
  other.become("running")
  await vi.advanceTimersByTimeAsync(20_000)
  expect(start).not.toHaveBeenCalled()
  become("free")
  await vi.advanceTimersByTimeAsync(1_000)
  expect(start).toHaveBeenCalledTimes(1)
  expect(other.start).not.toHaveBeenCalled()
  expect([back.listeners.size, running.listeners.size]).toEqual([0, 0])
})

test("REC-02 nothing starts where the recording of this stay was ended on purpose, on this device or another", async () => {
  const { start } = startIn(roomWith({}), at(40))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(start).not.toHaveBeenCalled()
})
