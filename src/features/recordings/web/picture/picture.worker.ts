import { drawPicture, type NamedTile, overKey, type Still } from "./draw-picture.ts"
import { FRAMES_PER_SECOND, type FromPicture, POSTER, type ToPicture } from "./picture-messages.ts"

/**
 * Draws the recorded picture outside of the page, where nothing slows it down while the tab is hidden: frames
 * arrive from the tracks as streams, and the picture leaves as a stream at its own pace.
 */
const port = self as unknown as {
  postMessage(message: FromPicture): void
  onmessage: ((event: MessageEvent<ToPicture>) => void) | null
}

const stills = new Map<string, VideoFrame | ImageBitmap>()
const readers = new Map<string, ReadableStreamDefaultReader<VideoFrame>>()
let tiles: NamedTile[] = []
let canvas: OffscreenCanvas | null = null
let timer: ReturnType<typeof setInterval> | null = null

port.onmessage = ({ data }) => {
  if (data.kind === "start") start(data)
  else if (data.kind === "tiles") showTiles(data.tiles)
  else if (data.kind === "track") void follow(data.key, data.frames)
  else if (data.kind === "still") keepStill(data.key, data.picture)
  else if (data.kind === "poster") void makePoster()
  else stop()
}

function start({ output, width, height }: Extract<ToPicture, { kind: "start" }>): void {
  const every = 1_000 / FRAMES_PER_SECOND
  if (!output) {
    timer = setInterval(() => port.postMessage({ kind: "tick" }), every)
    return
  }
  canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext("2d", { alpha: false })
  const writer = output.getWriter()
  const draw = () => {
    // An encoder that can't keep up gets fewer frames instead of later ones.
    if (!pen || !canvas || (writer.desiredSize ?? 0) <= 0) return
    drawPicture(pen, canvas, tiles, stillOf)
    const frame = new VideoFrame(canvas, { timestamp: performance.now() * 1_000 })
    writer.write(frame).catch(() => {
      frame.close()
      stop()
    })
  }
  timer = setInterval(draw, every)
}

function stillOf(key: string): Still | null {
  const frame = stills.get(key)
  if (!frame) return null
  return frame instanceof ImageBitmap
    ? { picture: frame, width: frame.width, height: frame.height }
    : { picture: frame, width: frame.displayWidth, height: frame.displayHeight }
}

function keepStill(key: string, picture: ImageBitmap | null): void {
  forget(key)
  if (picture) stills.set(key, picture)
  else
    void readers
      .get(key)
      ?.cancel()
      .catch(() => undefined)
}

function showTiles(next: NamedTile[]): void {
  tiles = next
  const kept = new Set(next.flatMap(({ key }) => [key, overKey(key)]))
  for (const [key, reader] of readers) if (!kept.has(key)) void reader.cancel().catch(() => undefined)
  for (const key of stills.keys()) if (!kept.has(key)) forget(key)
}

async function follow(key: string, frames: ReadableStream<VideoFrame>): Promise<void> {
  await readers.get(key)?.cancel()
  const reader = frames.getReader()
  readers.set(key, reader)
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (done || !value) break
    if (readers.get(key) !== reader) {
      value.close()
      break
    }
    stills.get(key)?.close()
    stills.set(key, value)
  }
  if (readers.get(key) !== reader) return
  readers.delete(key)
  forget(key)
}

function forget(key: string): void {
  stills.get(key)?.close()
  stills.delete(key)
}

async function makePoster(): Promise<void> {
  const small = new OffscreenCanvas(POSTER.width, POSTER.height)
  small.getContext("2d")?.drawImage(canvas ?? small, 0, 0, POSTER.width, POSTER.height)
  const blob = await small.convertToBlob({ type: "image/jpeg", quality: 0.7 })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  port.postMessage({ kind: "poster", poster: `data:image/jpeg;base64,${toBase64(bytes)}` })
}

function toBase64(bytes: Uint8Array): string {
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function stop(): void {
  if (timer) clearInterval(timer)
  timer = null
  for (const reader of readers.values()) void reader.cancel().catch(() => undefined)
  readers.clear()
  for (const key of [...stills.keys()]) forget(key)
}
