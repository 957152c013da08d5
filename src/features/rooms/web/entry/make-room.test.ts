import { expect, test, vi } from "vitest"

vi.mock("virtual:contract", () => ({ default: {} }))
const { enterRoom } = await import("./make-room.ts")

test("ROOM-04 a voice leaves room on a poor connection, and a class of music is sent whole and unfiltered", async () => {
  const room = {
    options: { publishDefaults: { red: true }, audioCaptureDefaults: { echoCancellation: true } },
    connect: vi.fn(async () => {}),
  }
  const set = async (sound: "speech" | "music") => {
    await enterRoom(room as never, { server_url: "ws://video", token: "t", sound })
    const { publishDefaults, audioCaptureDefaults } = structuredClone(room.options)
    return { ...publishDefaults, ...audioCaptureDefaults }
  }
  const kept = { red: true, echoCancellation: true }
  expect(await set("speech")).toEqual({
    ...{ ...kept, audioPreset: { maxBitrate: 24_000 }, dtx: true },
    ...{ noiseSuppression: true, voiceIsolation: true, autoGainControl: true },
  })
  expect(await set("music")).toEqual({
    ...{ ...kept, audioPreset: { maxBitrate: 48_000 }, dtx: false },
    ...{ noiseSuppression: false, voiceIsolation: false, autoGainControl: false },
  })
  expect(room.connect).toHaveBeenCalledTimes(2)
})
