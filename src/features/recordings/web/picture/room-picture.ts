import { isLoadFailure } from "../load-failure.ts"
import { drawPicture, type NamedTile, overKey, type Still } from "./draw-picture.ts"
import { FRAMES_PER_SECOND, type FromPicture, POSTER, type ToPicture } from "./picture-messages.ts"

type Size = { width: number; height: number }
export type ShownTile = NamedTile & { video: MediaStreamTrack | null }

export type RoomPicture = {
  track: MediaStreamTrack
  /** Whether it keeps moving while the tab is hidden. */
  inBackground: boolean
  show(tiles: readonly ShownTile[]): void
  /** Gives a tile without a video its picture, or takes one away. It is closed here. */
  showStill(key: string, picture: ImageBitmap | null): void
  /** Returns a small still as a JPEG data URL. */
  poster(): Promise<string | null>
  stop(): void
}

/**
 * Opens the picture of a class as one track: drawn by a worker if the browser gives it the frames, otherwise
 * in the page. `onLost`: nothing draws, because the worker could not be loaded.
 */
export function openPicture(size: Size, onLost: () => void): RoomPicture {
  const streams =
    typeof MediaStreamTrackGenerator === "function" && typeof MediaStreamTrackProcessor === "function"
  return streams ? drawInWorker(size, onLost) : drawInPage(size, onLost)
}

function openWorker(onLost: () => void): Worker {
  const worker = new Worker(new URL("./picture.worker.ts", import.meta.url), { type: "module" })
  worker.addEventListener("error", (event) => {
    if (isLoadFailure(event)) onLost()
  })
  return worker
}

function drawInWorker(size: Size, onLost: () => void): RoomPicture {
  const worker = openWorker(onLost)
  const tell = (message: ToPicture, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const track = new MediaStreamTrackGenerator({ kind: "video" })
  const output = track.writable
  tell({ kind: "start", output, ...size }, [output])
  const followed = new Map<string, string>()
  return {
    track,
    inBackground: true,
    show(tiles) {
      tell({ kind: "tiles", tiles: tiles.map(({ key, kind, name }) => ({ key, kind, name })) })
      const open = new Map(tiles.map((tile) => [tile.key, tile.video]))
      for (const key of followed.keys()) {
        if (open.get(key)) continue
        followed.delete(key)
        // The tile stays while its microphone is open, and would keep the camera's last picture.
        tell({ kind: "still", key, picture: null })
      }
      for (const [key, video] of open) {
        if (!video || video.readyState === "ended" || followed.get(key) === video.id) continue
        followed.set(key, video.id)
        const { readable } = new MediaStreamTrackProcessor({ track: video as MediaStreamVideoTrack })
        tell({ kind: "track", key, frames: readable }, [readable])
      }
    },
    showStill(key, picture) {
      tell({ kind: "still", key, picture }, picture ? [picture] : [])
    },
    poster() {
      return new Promise((resolve) => {
        const hear = ({ data }: MessageEvent<FromPicture>) => {
          if (data.kind !== "poster") return
          worker.removeEventListener("message", hear)
          resolve(data.poster)
        }
        worker.addEventListener("message", hear)
        tell({ kind: "poster" })
      })
    },
    stop() {
      tell({ kind: "stop" })
      track.stop()
      // A frame being drawn may finish first.
      setTimeout(() => worker.terminate(), 500)
    },
  }
}

/** Draws in the page; the worker only keeps time, because timers of hidden pages are slowed down. */
function drawInPage(size: Size, onLost: () => void): RoomPicture {
  const worker = openWorker(onLost)
  const canvas = document.createElement("canvas")
  Object.assign(canvas, size)
  const pen = canvas.getContext("2d", { alpha: false })
  const [track] = canvas.captureStream(FRAMES_PER_SECOND).getVideoTracks()
  if (!pen || !track) throw new Error("this browser draws no pictures")
  const screens = new Map<string, HTMLVideoElement>()
  const stills = new Map<string, ImageBitmap>()
  let tiles: NamedTile[] = []
  const stillOf = (key: string): Still | null => {
    const still = stills.get(key)
    if (still) return { picture: still, width: still.width, height: still.height }
    const video = screens.get(key)
    return video && video.readyState >= video.HAVE_CURRENT_DATA
      ? { picture: video, width: video.videoWidth, height: video.videoHeight }
      : null
  }
  const forget = (key: string) => {
    stills.get(key)?.close()
    stills.delete(key)
  }
  worker.onmessage = () => drawPicture(pen, size, tiles, stillOf)
  worker.postMessage({ kind: "start", output: null, ...size } satisfies ToPicture)
  return {
    track,
    inBackground: false,
    show(next) {
      tiles = next.map(({ key, kind, name }) => ({ key, kind, name }))
      showOnScreens(screens, next)
      const kept = new Set(next.flatMap(({ key }) => [key, overKey(key)]))
      for (const key of stills.keys()) if (!kept.has(key)) forget(key)
    },
    showStill(key, picture) {
      forget(key)
      if (picture) stills.set(key, picture)
    },
    async poster() {
      const small = document.createElement("canvas")
      Object.assign(small, POSTER)
      small.getContext("2d")?.drawImage(canvas, 0, 0, POSTER.width, POSTER.height)
      return small.toDataURL("image/jpeg", 0.7)
    },
    stop() {
      worker.terminate()
      track.stop()
      showOnScreens(screens, [])
      for (const key of [...stills.keys()]) forget(key)
    },
  }
}

function showOnScreens(screens: Map<string, HTMLVideoElement>, tiles: readonly ShownTile[]): void {
  const open = new Map(tiles.flatMap(({ key, video }) => (video ? [[key, video] as const] : [])))
  for (const [key, screen] of screens) {
    if (open.has(key)) continue
    screen.srcObject = null
    screens.delete(key)
  }
  for (const [key, video] of open) {
    const screen = screens.get(key) ?? document.createElement("video")
    const [shown] = screen.srcObject instanceof MediaStream ? screen.srcObject.getVideoTracks() : []
    if (shown?.id === video.id) continue
    Object.assign(screen, { muted: true, playsInline: true, srcObject: new MediaStream([video]) })
    void screen.play().catch(() => undefined)
    screens.set(key, screen)
  }
}
