import { ConnectionState, RoomEvent, Track } from "livekit-client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { RoomMedia } from "./room-media.ts"

type Listener = (...args: unknown[]) => void

/** A video client with a microphone that can be taken away, as by a call. */
function fakeRoom() {
  const listeners = new Map<string, Set<Listener>>()
  let track: { mediaStreamTrack: { readyState: string }; source: string; on: () => void } | null = null
  let muted = true
  let inUse = false
  const publication = () => (track ? { track, source: Track.Source.Microphone, isMuted: muted } : undefined)
  const emit = (event: string, ...args: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...args)
  }
  const me = {
    isLocal: true,
    permissions: { canPublish: true, canPublishSources: [] },
    getTrackPublication: (source: string) => (source === Track.Source.Microphone ? publication() : undefined),
    setMicrophoneEnabled: vi.fn(async (on: boolean) => {
      if (on && inUse) throw new DOMException("in use", "NotReadableError")
      if (on)
        track = { mediaStreamTrack: { readyState: "live" }, source: Track.Source.Microphone, on: () => {} }
      muted = !on
    }),
    unpublishTrack: vi.fn(async () => {
      track = null
      muted = true
    }),
    setCameraEnabled: vi.fn(async () => {}),
    enableCameraAndMicrophone: vi.fn(async () => {
      throw new Error("one by one")
    }),
  }
  const room = {
    state: ConnectionState.Connected,
    localParticipant: me,
    remoteParticipants: new Map(),
    switchActiveDevice: vi.fn(async () => {
      throw new Error("this browser follows the system")
    }),
    startAudio: vi.fn(async () => {}),
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return room
    },
    off(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return room
    },
  }
  /** The system takes the microphone, and the video client mutes what is left of it. */
  const takeAway = () => {
    inUse = true
    muted = true
    if (track) track.mediaStreamTrack.readyState = "ended"
    emit(RoomEvent.TrackMuted, publication(), me)
  }
  const giveBack = () => {
    inUse = false
  }
  const muteFromOutside = () => {
    muted = true
    emit(RoomEvent.TrackMuted, publication(), me)
  }
  // biome-ignore lint/suspicious/noExplicitAny: the client's overloads of on and off are not worth repeating
  return { room: room as any, me, takeAway, giveBack, muteFromOutside }
}

const settle = () => vi.advanceTimersByTimeAsync(10)

beforeEach(() => {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal("document", Object.assign(page, { hidden: false }))
  vi.stubGlobal("window", { isSecureContext: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("ROOM-09 a microphone that a call took comes back by itself when the call is over", async () => {
  const { room, takeAway, giveBack } = fakeRoom()
  const media = new RoomMedia(room, { microphone: true, camera: false })
  const stop = media.follow()
  await settle()
  expect(media.isOn("microphone")).toBe(true)
  takeAway()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(media.getState()).toMatchObject({ problems: { microphone: "taken" }, wanted: { microphone: true } })
  giveBack()
  await vi.advanceTimersByTimeAsync(4_100)
  expect(media.isOn("microphone")).toBe(true)
  expect(media.getState().problems).toEqual({})
  stop()
})

test("ROOM-03 a microphone that the instructor muted stays off through every reconnect, and the choice is kept", async () => {
  const { room, muteFromOutside } = fakeRoom()
  const kept: unknown[] = []
  const media = new RoomMedia(room, { microphone: true, camera: false }, (wanted) => kept.push(wanted))
  const stop = media.follow()
  await settle()
  muteFromOutside()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(media.isOn("microphone")).toBe(false)
  expect(kept.at(-1)).toEqual({ microphone: false, camera: false })
  media.toggle("microphone")
  await settle()
  expect(media.isOn("microphone")).toBe(true)
  stop()
})

test("ROOM-09 'Fix my audio' takes microphone and speaker afresh, and leaves a closed microphone closed", async () => {
  const { room, me } = fakeRoom()
  const media = new RoomMedia(room, { microphone: true, camera: false })
  const stop = media.follow()
  await vi.advanceTimersByTimeAsync(0)
  expect(media.isOn("microphone")).toBe(true)
  me.setMicrophoneEnabled.mockClear()
  await media.fixAudio()
  await vi.advanceTimersByTimeAsync(0)
  expect(me.unpublishTrack).toHaveBeenCalledOnce()
  expect(room.switchActiveDevice).toHaveBeenCalledWith("audiooutput", "default")
  expect(room.startAudio).toHaveBeenCalledOnce()
  expect(me.setMicrophoneEnabled.mock.calls).toEqual([[true]])
  expect(media.isOn("microphone")).toBe(true)

  media.toggle("microphone")
  await vi.advanceTimersByTimeAsync(0)
  me.setMicrophoneEnabled.mockClear()
  await media.fixAudio()
  await vi.advanceTimersByTimeAsync(0)
  expect(me.setMicrophoneEnabled).not.toHaveBeenCalledWith(true)
  expect(media.isOn("microphone")).toBe(false)
  stop()
})

test("ROOM-03 REC-07 the room's own tab is not offered for sharing, where a recording could see it", async () => {
  const { room, me } = fakeRoom()
  const setScreenShareEnabled = vi.fn(async () => {})
  Object.assign(me, { isScreenShareEnabled: false, setScreenShareEnabled })
  await new RoomMedia(room).toggleScreen()
  const offered = { audio: true, selfBrowserSurface: "exclude", surfaceSwitching: "exclude" }
  expect(setScreenShareEnabled).toHaveBeenCalledWith(
    true,
    expect.objectContaining(offered),
    expect.anything(),
  )
})
