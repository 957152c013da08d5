import { EventEmitter } from "node:events"
import { ConnectionQuality, type RemoteParticipant, RoomEvent, Track, VideoQuality } from "livekit-client"
import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { countBytes, megabytes } from "../check/byte-count.ts"
import { DataSaving, isThrifty } from "./data-saving.ts"

const report = (id: string, bytesReceived: number, bytesSent = 0) =>
  new Map([
    [id, { id, type: "transport", bytesReceived, bytesSent, timestamp: 0 }],
    ["other", { id: "other", type: "inbound-rtp", bytesReceived: 999, timestamp: 0 }],
  ])

test("ROOM-08 the meter counts both ways, over every connection, and goes on when one is made anew", () => {
  const first = countBytes(new Map(), [report("T1", 1_000, 500), report("T1", 200)])
  expect(first.added).toBe(1_700)
  const second = countBytes(first.transports, [report("T1", 1_100, 500), undefined])
  expect(second.added).toBe(100)
  expect(countBytes(second.transports, [report("T1", 40)]).added).toBe(40)
  expect([megabytes(0), megabytes(12_345_678), megabytes(412e6)]).toEqual(["0.0", "12.3", "412"])
})

test("ROOM-08 a device that asks to save data, or a slow network, is taken at its word", () => {
  expect(isThrifty({ saveData: true, effectiveType: "4g" })).toBe(true)
  expect(isThrifty({ saveData: false, effectiveType: "3g" })).toBe(true)
  expect(isThrifty({ saveData: false, effectiveType: "4g" })).toBe(false)
  expect(isThrifty(undefined)).toBe(false)
})

/** A picture that somebody sends, as far as saving data has to do with it. */
function picture(source: Track.Source) {
  return {
    source,
    isDesired: true,
    videoQuality: VideoQuality.HIGH,
    setSubscribed(wanted: boolean) {
      this.isDesired = wanted
    },
    setVideoQuality(quality: VideoQuality) {
      this.videoQuality = quality
    },
  }
}

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

test("ROOM-08 while data is saved one picture comes, in its smallest layer, and all come back after", () => {
  const [teacher, screen, ravi] = [
    picture(Track.Source.Camera),
    picture(Track.Source.ScreenShare),
    picture(Track.Source.Camera),
  ]
  const sends = (identity: string, ...pictures: unknown[]) =>
    ({ identity, videoTrackPublications: new Map(pictures.entries()) }) as unknown as RemoteParticipant
  const people = [sends("teacher:1", teacher, screen), sends("ravi:1", ravi)]
  const room = { remoteParticipants: new Map(people.map((one) => [one.identity, one])) }
  const onSaving = vi.fn()
  const saving = new DataSaving(room as never, onSaving)
  saving.watch("teacher:1/camera")
  saving.set(true)
  expect(onSaving).toHaveBeenCalledOnce()
  expect([teacher, screen, ravi].map((one) => one.isDesired)).toEqual([true, false, false])
  expect(teacher.videoQuality).toBe(VideoQuality.LOW)
  saving.watch("teacher:1/screen_share")
  expect([teacher, screen, ravi].map((one) => one.isDesired)).toEqual([false, true, false])
  // What is written there could not be read in a small layer.
  expect(screen.videoQuality).toBe(VideoQuality.HIGH)
  expect(new DataSaving(room as never, onSaving).getView().on).toBe(true)
  saving.set(false)
  expect([teacher, screen, ravi].map((one) => [one.isDesired, one.videoQuality])).toEqual(
    [0, 1, 2].map(() => [true, VideoQuality.HIGH]),
  )
})

test("ROOM-04 ROOM-10 who gets no cameras because the connection is slow is told so, and not what they chose themselves", () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const room = new EventEmitter()
  const camera = { ...picture(Track.Source.Camera), isMuted: false, track: { streamState: "active" } }
  const teacher = { identity: "teacher:1", videoTrackPublications: new Map([[0, camera]]) }
  const remoteParticipants = new Map([["teacher:1", teacher]])
  const saving = new DataSaving(Object.assign(room, { remoteParticipants }) as never, vi.fn())
  const leave = saving.follow()
  onTestFinished(() => leave())
  const told = (after = 3_000) => {
    vi.advanceTimersByTime(after)
    return saving.getView().withoutCameras
  }
  const server = (streamState: string) => {
    camera.track.streamState = streamState
    room.emit(RoomEvent.TrackStreamStateChanged)
  }
  expect(told()).toBe(false)
  // Slides come slowly.
  saving.setPage(true)
  saving.pace.asked("/0/small")
  expect(told(1_500 + 2_900)).toBe(false)
  expect(told(200)).toBe(true)
  saving.setPage(false)
  expect(told(0)).toBe(false)
  // The video server pauses it, for a moment and then for longer.
  server("paused")
  expect(told(1_000)).toBe(false)
  server("active")
  expect(told()).toBe(false)
  server("paused")
  expect(told()).toBe(true)
  camera.isMuted = true
  room.emit(RoomEvent.TrackMuted)
  expect(told()).toBe(false)
  camera.isMuted = false
  saving.watch("ravi:1/camera")
  saving.set(true)
  expect(told()).toBe(false)
})

/** Somebody in a room with an instructor's camera and screen, beside slides or a whiteboard. */
function besidePage() {
  vi.useFakeTimers()
  const pictures = [Track.Source.Camera, Track.Source.ScreenShare].map((source) => ({
    ...picture(source),
    ...{ isMuted: false, track: { streamState: "active" } },
  }))
  const teacher = { identity: "teacher:1", videoTrackPublications: new Map(pictures.entries()) }
  const room = Object.assign(new EventEmitter(), { remoteParticipants: new Map([["teacher:1", teacher]]) })
  const saving = new DataSaving(room as never, vi.fn())
  const leave = saving.follow()
  onTestFinished(() => {
    leave()
    vi.useRealTimers()
  })
  const server = (streamState: string) => {
    for (const { track } of pictures) track.streamState = streamState
    room.emit(RoomEvent.TrackStreamStateChanged)
  }
  const hear = (quality: ConnectionQuality) =>
    room.emit(RoomEvent.ConnectionQualityChanged, quality, { isLocal: true })
  return { saving, server, hear, comes: () => pictures.map(({ isDesired }) => isDesired) }
}

test("ROOM-10 no cameras are received while slides come slowly, and all come back after", () => {
  const { saving, comes } = besidePage()
  saving.setPage(true)
  saving.pace.asked("/0/small")
  expect(comes()).toEqual([true, true])
  vi.advanceTimersByTime(2_000)
  expect(comes()).toEqual([false, true])
  saving.pace.came("/0/small", null)
  saving.pace.asked("/1/small")
  saving.pace.came("/1/small", null)
  expect(comes()).toEqual([true, true])
})

test("ROOM-10 ROOM-04 a whiteboard goes before cameras for a minute where the connection isn't enough for both", () => {
  const { saving, server, hear, comes } = besidePage()
  // Nothing but cameras is there to be shown.
  hear(ConnectionQuality.Poor)
  expect(comes()).toEqual([true, true])
  saving.setPage(true)
  expect(comes()).toEqual([false, true])
  saving.setPage(false)
  hear(ConnectionQuality.Good)
  saving.setPage(true)
  expect(comes()).toEqual([true, true])
  hear(ConnectionQuality.Poor)
  expect(comes()).toEqual([false, true])
  hear(ConnectionQuality.Excellent)
  vi.advanceTimersByTime(59_000)
  expect(comes()).toEqual([false, true])
  vi.advanceTimersByTime(1_000)
  expect(comes()).toEqual([true, true])
  server("paused")
  vi.advanceTimersByTime(3_000)
  server("active")
  expect(comes()).toEqual([false, true])
  saving.setPage(false)
  expect(comes()).toEqual([true, true])
  // Its code takes long to come.
  saving.setPage(true)
  saving.lean()
  expect(comes()).toEqual([false, true])
})
