import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { ToPicture } from "./picture-messages.ts"
import { openPicture } from "./room-picture.ts"
import { fakeTrack, stubBrowser } from "./test-browser.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

class Frame {
  isClosed = false
  readonly displayWidth = 640
  readonly displayHeight = 360
  close() {
    this.isClosed = true
  }
}

/** A picture drawn by the real worker, in this process. `drawn` is what its newest frame shows. */
async function openHere() {
  stubBrowser()
  let drawn: unknown[] = []
  const pen = {
    ...{ fillRect: () => {}, measureText: () => ({ width: 9 }) },
    fillText: (text: string) => drawn.push(text),
    drawImage: (still: unknown) => drawn.push(still),
  }
  const worker = { postMessage: () => {}, onmessage: (_: { data: ToPicture }) => {} }
  vi.stubGlobal("self", worker)
  vi.stubGlobal("VideoFrame", Frame)
  vi.stubGlobal("ImageBitmap", class {})
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => pen
    },
  )
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      postMessage = (data: ToPicture) => worker.onmessage({ data })
      terminate() {}
    },
  )
  vi.stubGlobal(
    "MediaStreamTrackGenerator",
    class {
      writable = new WritableStream()
      stop() {}
    },
  )
  const cameras: { send: (frame: Frame) => void; isFollowed: boolean }[] = []
  vi.stubGlobal(
    "MediaStreamTrackProcessor",
    class {
      readable = new ReadableStream<Frame>({
        start: (camera) => void cameras.push({ send: (frame) => camera.enqueue(frame), isFollowed: true }),
        cancel: () => {
          for (const camera of cameras.slice(-1)) camera.isFollowed = false
        },
      })
    },
  )
  await import("./picture.worker.ts")
  const picture = openPicture({ width: 1_280, height: 720 }, () => {})
  const look = async () => {
    drawn = []
    await vi.advanceTimersByTimeAsync(35)
    return drawn
  }
  return { picture, cameras, look }
}

test("REC-01 REC-07 a camera that was switched off leaves the recording while its microphone is open, and comes back", async () => {
  const { picture, cameras, look } = await openHere()
  const tile = { key: "asha:phone/camera", kind: "camera", name: "Asha Rao" } as const
  const video = fakeTrack("video", "camera")
  const frame = new Frame()
  picture.show([{ ...tile, video }])
  cameras[0]?.send(frame)
  await look()
  expect(await look()).toEqual([frame, "Asha Rao"])

  picture.show([{ ...tile, video: null }])
  expect(await look()).toEqual(["AR", "Asha Rao"])
  expect(frame.isClosed).toBe(true)
  expect(cameras[0]?.isFollowed).toBe(false)

  const next = new Frame()
  picture.show([{ ...tile, video }])
  cameras[1]?.send(next)
  await look()
  expect(await look()).toEqual([next, "Asha Rao"])
  picture.stop()
})
