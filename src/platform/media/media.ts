import {
  ALL_FORMATS,
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny"
import { isSystemError } from "#platform/causes.ts"
import type { VideoKind } from "#shared/video.ts"
import { readLastSecond } from "./webm-tail.ts"

/** The file contains nothing playable; `code` says why. */
export class Unplayable extends Error {
  override name = "Unplayable"
  readonly code: "NO_TRACKS" | "EMPTY" | "UNREADABLE"

  constructor(code: Unplayable["code"], options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

export type MediaFacts = {
  durationSeconds: number
  width: number | null
  height: number | null
  hasAudio: boolean
  /** Short names such as "vp9" and "aac"; null for a track that is not there or not known. */
  videoCodec: string | null
  audioCodec: string | null
}

/**
 * Reads the tracks and length of a media file. With `soon` the length is read from the file's end if
 * possible, precise to the last picture: reading all of an hour takes seconds. Throws Unplayable, and
 * the system's error if the disk can't be read.
 */
export async function readMedia(path: string, { soon = false } = {}): Promise<MediaFacts> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
  try {
    const video = await input.getPrimaryVideoTrack()
    const audio = await input.getPrimaryAudioTrack()
    if (!video && !audio) throw new Unplayable("NO_TRACKS")
    const last = soon ? await readLastSecond(path) : null
    const durationSeconds = last ?? (await input.computeDuration())
    if (!(durationSeconds > 0)) throw new Unplayable("EMPTY")
    return {
      durationSeconds,
      width: video?.displayWidth ?? null,
      height: video?.displayHeight ?? null,
      hasAudio: audio !== null,
      videoCodec: video?.codec ?? null,
      audioCodec: audio?.codec ?? null,
    }
  } catch (error) {
    // The disk failed, which says nothing about the file.
    if (error instanceof Unplayable || isSystemError(error)) throw error
    throw new Unplayable("UNREADABLE", { cause: error })
  } finally {
    input.dispose()
  }
}

/**
 * Writes a recording anew without touching picture or sound, with its duration and an index to seek by. The
 * source may end in the middle, as that of a browser that was killed. Throws Unplayable.
 */
export async function makeSeekable(source: string, target: string, kind: VideoKind): Promise<void> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(source) })
  const output = new Output({
    format: kind === "mp4" ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target: new FilePathTarget(target),
  })
  try {
    const conversion = await Conversion.init({ input, output, showWarnings: false })
    if (!conversion.isValid) throw new Unplayable("NO_TRACKS")
    await conversion.execute()
  } finally {
    input.dispose()
  }
}
