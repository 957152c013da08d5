import { ConnectionQuality, RoomEvent } from "livekit-client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { isRecorderIn, speakersOf } from "../people.ts"
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
  const heard = new Map<string, () => void>()
  type Person = { identity: string; isLocal: boolean; connectionQuality: ConnectionQuality }
  const remoteParticipants = new Map<string, Person>()
  const room = {
    on: (event: string, listener: () => void) => void heard.set(event, listener),
    off: () => {},
    activeSpeakers: [] as Person[],
    remoteParticipants,
  }
  const person = (name: string): Person => {
    const identity = `${name}:phone`
    const known = remoteParticipants.get(identity)
    const one = known ?? { identity, isLocal: false, connectionQuality: ConnectionQuality.Good }
    remoteParticipants.set(identity, one)
    return one
  }
  return {
    // biome-ignore lint/suspicious/noExplicitAny: the client's overloads of on and off are not worth repeating
    room: room as any,
    speak(...people: string[]) {
      room.activeSpeakers = people.map(person)
      heard.get(RoomEvent.ActiveSpeakersChanged)?.()
    },
    /** The server takes a silent browser out of the room, and says nothing about who speaks. */
    vanish(name: string) {
      remoteParticipants.delete(`${name}:phone`)
      heard.get(RoomEvent.ParticipantDisconnected)?.()
    },
    lose(name: string) {
      person(name).connectionQuality = ConnectionQuality.Lost
      heard.get(RoomEvent.ConnectionQualityChanged)?.()
    },
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

test("ROOM-05 somebody whose browser died, or whose connection is lost, no longer speaks", () => {
  let now = 0
  const { room, speak, vanish, lose } = fakeRoom()
  const talk = new TalkTime(room, "class", () => now)
  const stop = talk.follow()
  speak("asha", "kabir", "meera")
  now += 2_000
  vanish("asha")
  lose("kabir")
  now += 60_000
  stop()
  expect(talk.getSeconds()).toEqual({ asha: 2, kabir: 2, meera: 62 })
  expect(speakersOf(room).map((one) => one.identity)).toEqual(["meera:phone"])
})

test("REC-07 the sign of recording goes with the last of the staff in the room", () => {
  const one = (role: string) => ({ metadata: JSON.stringify({ role }) })
  const roomOf = (...others: object[]) =>
    ({ localParticipant: one("student"), remoteParticipants: new Map(Object.entries(others)) }) as never
  expect(isRecorderIn(roomOf(one("instructor")))).toBe(true)
  expect(isRecorderIn(roomOf(one("student"), {}))).toBe(false)
})
