/** Bits a second for each quality (specification, section 9). */
const VIDEO_BITS = { "720p": 2_500_000, "1080p": 5_000_000 } as const
const AUDIO_BITS = 128_000
/**
 * How often recorded bytes are delivered, which is also the most that can be lost (specification, section 9).
 */
const CHUNK_MS = 1_000

const TYPES = [
  "video/webm;codecs=vp9,opus",
  "video/webm;codecs=vp8,opus",
  "video/webm",
  "video/mp4;codecs=avc1.42E01F,mp4a.40.2",
  "video/mp4",
]

/** Returns the best recording format that this browser supports. Throws if there is none. */
export function chooseMimeType(
  canRecord: (type: string) => boolean = (type) => MediaRecorder.isTypeSupported(type),
): string {
  const type = TYPES.find(canRecord)
  if (!type) throw new Error("this browser records nothing")
  return type
}

/** `written` resolves once everything recorded so far was delivered. */
export type OpenRecorder = MediaRecorder & { written: () => Promise<void> }

/**
 * Records a stream and delivers each second's bytes in order. The recorder gets an `error` if some can't be delivered:
 * what comes after a gap could not be played, so no more is.
 */
export function openRecorder(
  stream: MediaStream,
  mimeType: string,
  quality: keyof typeof VIDEO_BITS,
  onBytes: (bytes: ArrayBuffer) => Promise<void>,
): OpenRecorder {
  const recorder = new MediaRecorder(stream, {
    mimeType,
    videoBitsPerSecond: VIDEO_BITS[quality],
    audioBitsPerSecond: AUDIO_BITS,
  })
  // Chunks take different times to become bytes: each waits for the one before.
  let written = Promise.resolve()
  let hasGap = false
  async function deliver(data: Blob): Promise<void> {
    if (hasGap) return
    try {
      await onBytes(await data.arrayBuffer())
    } catch {
      hasGap = true
      recorder.dispatchEvent(new Event("error"))
    }
  }
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) written = written.then(() => deliver(data))
  })
  recorder.start(CHUNK_MS)
  return Object.assign(recorder, { written: () => written })
}

/** Stops a recorder; resolves after its last bytes were delivered. */
export async function closeRecorder(recorder: OpenRecorder): Promise<void> {
  if (recorder.state !== "inactive") {
    await new Promise<void>((resolve) => {
      recorder.addEventListener("stop", () => resolve(), { once: true })
      recorder.stop()
    })
  }
  await recorder.written()
}
