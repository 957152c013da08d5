import { RoomEvent } from "livekit-client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { TalkTime } from "./talk-time.ts"

const saved = new Map<string, string>()

beforeEach(() => {
  saved.clear()
  vi.useFakeTimers()
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function fakeRoom() {
  let tell: (speakers: { identity: string }[]) => void = () => {}
  const room = {
    on: (event: string, listener: typeof tell) => {
      if (event === RoomEvent.ActiveSpeakersChanged) tell = listener
    },
    off: () => {},
  }
  return {
    // biome-ignore lint/suspicious/noExplicitAny: the client's overloads of on and off are not worth repeating
    room: room as any,
    speak: (...people: string[]) => tell(people.map((one) => ({ identity: `${one}:phone` }))),
  }
}

test("ROOM-05 talk-time adds up per person over all devices, also while several speak, and outlives a reload", () => {
  let now = 0
  const { room, speak } = fakeRoom()
  const first = new TalkTime(room, "class", () => now)
  const stop = first.follow()
  const pass = (ms: number) => {
    now += ms
  }
  speak("asha")
  pass(2_000)
  speak("asha", "kabir")
  pass(3_000)
  speak("kabir")
  pass(1_000)
  speak()
  pass(60_000)
  stop()
  expect(first.getSeconds()).toEqual({ asha: 5, kabir: 4 })
  expect(new TalkTime(room, "class", () => now).getSeconds()).toEqual({ asha: 5, kabir: 4 })
  expect(new TalkTime(room, "another", () => now).getSeconds()).toEqual({})
})
