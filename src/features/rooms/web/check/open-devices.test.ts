import { afterEach, expect, test, vi } from "vitest"
import { openDevices } from "./open-devices.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A browser that asks the person, who answers later. */
function askingBrowser() {
  const stop = vi.fn()
  const asked = Array.from({ length: 3 }, () => Promise.withResolvers<object>())
  const getUserMedia = vi.fn(() => asked[getUserMedia.mock.calls.length - 1]?.promise)
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } })
  const [camera, microphone] = [{ stop }, { stop }]
  const stream = {
    getTracks: () => [camera, microphone],
    getVideoTracks: () => [camera],
    getAudioTracks: () => [microphone],
  }
  return { asked, getUserMedia, stop, stream }
}

test("ROOM-08 camera and microphone stay off when the check is left while the browser asks", async () => {
  const { asked, stop, stream } = askingBrowser()
  const leaving = new AbortController()
  const opening = openDevices(leaving.signal)
  leaving.abort()
  asked[0]?.resolve(stream)
  await opening
  expect(stop).toHaveBeenCalledTimes(2)
})

test("ROOM-08 camera and microphone go off when the check is left afterwards", async () => {
  const { asked, stop, stream } = askingBrowser()
  const leaving = new AbortController()
  asked[0]?.resolve(stream)
  await openDevices(leaving.signal)
  expect(stop).not.toHaveBeenCalled()
  leaving.abort()
  expect(stop).toHaveBeenCalledTimes(2)
})

test("ROOM-08 nobody who left the check is asked again for one device", async () => {
  const { asked, getUserMedia, stream } = askingBrowser()
  for (const later of asked.slice(1)) later.resolve(stream)
  const leaving = new AbortController()
  const opening = openDevices(leaving.signal)
  leaving.abort()
  asked[0]?.reject(new DOMException("", "NotFoundError"))
  await opening
  expect(getUserMedia).toHaveBeenCalledTimes(1)
})
