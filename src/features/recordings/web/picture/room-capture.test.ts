import { ConnectionState, RemoteVideoTrack, type Room, Track } from "livekit-client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { captureRoom } from "./room-capture.ts"
import { fakeTrack, stubBrowser } from "./test-browser.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Sent = Partial<Record<Track.Source, MediaStreamTrack>>

function personIn(identity: string, sent: Sent, isRemote: boolean) {
  return {
    ...{ identity, name: identity, metadata: JSON.stringify({ role: isRemote ? "student" : "instructor" }) },
    getTrackPublication(source: Track.Source) {
      const mediaStreamTrack = sent[source]
      if (!mediaStreamTrack) return undefined
      const remote = { mediaStreamTrack, isAdaptiveStream: false }
      const track = isRemote
        ? Object.setPrototypeOf(remote, RemoteVideoTrack.prototype)
        : { mediaStreamTrack }
      return { track, isMuted: false }
    },
  }
}

/** A room of Meera, who records, and Asha. */
function roomOf(meera: Sent, asha: Sent) {
  const room = {
    state: ConnectionState.Connected,
    localParticipant: personIn("meera:laptop", meera, false),
    remoteParticipants: new Map([["asha", personIn("asha:phone", asha, true)]]),
    on: () => room,
    off: () => room,
  }
  return room
}

async function capture(room: ReturnType<typeof roomOf>, leftOut: string[] = [], browser = stubBrowser()) {
  const people = { recordable: new Set(["meera", "asha"]), known: new Set(["meera", "asha", ...leftOut]) }
  const onScreenLeftOut = vi.fn()
  const captured = await captureRoom({
    ...{ room: room as unknown as Room, quality: "720p", withScreen: false, consented: () => people },
    ...{ onUnknown: () => {}, onScreenLost: () => {}, onScreenLeftOut, onPictureLost: () => {} },
  })
  return { ...captured, ...browser, people, onScreenLeftOut }
}

const { ScreenShare, ScreenShareAudio } = Track.Source
const shared = (displaySurface: string) => ({
  [ScreenShare]: fakeTrack("video", displaySurface, { displaySurface }),
  [ScreenShareAudio]: fakeTrack("audio", `sound of ${displaySurface}`),
})
const SCREEN = "meera:laptop/screen"

test("REC-07 while somebody is left out, a shared screen or window is recorded with neither picture nor sound", async () => {
  for (const surface of ["monitor", "window"]) {
    const everybody = await capture(roomOf(shared(surface), {}))
    expect(everybody.tiles()).toContain(SCREEN)
    expect([...everybody.heard]).toEqual([`sound of ${surface}`])
    everybody.stop()

    const { tiles, heard, onScreenLeftOut, stop } = await capture(roomOf(shared(surface), {}), ["om"])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tiles()).toEqual(["meera:laptop/camera"])
    expect([...heard]).toEqual([])
    expect(onScreenLeftOut).toHaveBeenCalledTimes(1)
    stop()
  }
})

test("REC-07 a tab that the recorder's person shares is recorded all the same, and nobody else's share", async () => {
  const { tiles, heard, onScreenLeftOut, stop } = await capture(roomOf(shared("browser"), {}), ["om"])
  expect(tiles()).toContain(SCREEN)
  expect([...heard]).toEqual(["sound of browser"])
  expect(onScreenLeftOut).not.toHaveBeenCalled()
  stop()

  const hers = await capture(roomOf({}, shared("browser")), ["om"])
  expect(hers.tiles()).toEqual(["meera:laptop/camera"])
  expect([...hers.heard]).toEqual([])
  expect(hers.onScreenLeftOut).toHaveBeenCalledTimes(1)
  hers.stop()
})

test("REC-07 a shared screen leaves the recording with a consent, also without a connection, and comes back with it", async () => {
  const room = roomOf(shared("monitor"), {})
  const { tiles, people, look, onScreenLeftOut, stop } = await capture(room)
  expect(tiles()).toContain(SCREEN)
  room.state = ConnectionState.Disconnected
  room.localParticipant = personIn("meera:laptop", {}, false)
  look()
  expect(tiles()).toContain(SCREEN)
  people.recordable.delete("asha")
  look()
  expect(tiles()).not.toContain(SCREEN)
  people.recordable.add("asha")
  look()
  expect(tiles()).toContain(SCREEN)
  expect(onScreenLeftOut).toHaveBeenCalledTimes(1)
  stop()
})

test("REC-07 a shared screen waits until it is known whether somebody new may be recorded", async () => {
  const { tiles, people, look, onScreenLeftOut, stop } = await capture(roomOf(shared("monitor"), {}))
  people.known.delete("asha")
  look()
  expect(tiles()).not.toContain(SCREEN)
  expect(onScreenLeftOut).not.toHaveBeenCalled()
  people.known.add("asha")
  look()
  expect(tiles()).toContain(SCREEN)
  stop()
})

test("REC-01 a browser that mixes tracks of its device's rate alone records the sound, also of who speaks later", async () => {
  const asha: Sent = {}
  const browser = stubBrowser({ mixesAnyRate: false })
  const { heard, look, stop } = await capture(roomOf({}, asha), [], browser)
  asha[Track.Source.Microphone] = fakeTrack("audio", "voice of Asha")
  look()
  expect([...heard]).toEqual(["voice of Asha"])
  expect(browser.openContexts()).toBe(1)
  stop()
  expect(browser.openContexts()).toBe(0)
})

test("REC-01 what a recording opened is closed if it can't begin", async () => {
  const browser = stubBrowser({ mixes: false })
  const room = roomOf({}, { [Track.Source.Microphone]: fakeTrack("audio", "voice of Asha") })
  await expect(capture(room, [], browser)).rejects.toThrow("another rate")
  expect(browser.openContexts()).toBe(0)
  expect(browser.told.at(-1)?.kind).toBe("stop")
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1)
})
