/** Bits a second for each quality (specification, section 9). */
const VIDEO_BITS = { "720p": 2_500_000, "1080p": 5_000_000 } as const
const AUDIO_BITS = 128_000
/** What is recorded is handed out this often, and no more than this is lost (specification, section 9). */
const CHUNK_MS = 1_000

const TYPES = [
  "video/webm;codecs=vp9,opus",
  "video/webm;codecs=vp8,opus",
  "video/webm",
  "video/mp4;codecs=avc1.42E01F,mp4a.40.2",
  "video/mp4",
]

/** The best kind of recording that this browser makes. Throws where it makes none. */
export function chooseMimeType(
  canRecord: (type: string) => boolean = (type) => MediaRecorder.isTypeSupported(type),
): string {
  const type = TYPES.find(canRecord)
  if (!type) throw new Error("this browser records nothing")
  return type
}

/** `written` answers once everything that was recorded so far was handed out. */
export type OpenRecorder = MediaRecorder & { written: () => Promise<void> }

/** Records a stream; each second's bytes are handed out in their order. */
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
  // Chunks become bytes at their own pace: each waits for the one before.
  let written = Promise.resolve()
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) written = written.then(async () => onBytes(await data.arrayBuffer()))
  })
  recorder.start(CHUNK_MS)
  return Object.assign(recorder, { written: () => written })
}

/** Ends a recorder; its last bytes are handed out before this answers. */
export async function closeRecorder(recorder: OpenRecorder): Promise<void> {
  if (recorder.state !== "inactive") {
    await new Promise<void>((resolve) => {
      recorder.addEventListener("stop", () => resolve(), { once: true })
      recorder.stop()
    })
  }
  await recorder.written()
}
