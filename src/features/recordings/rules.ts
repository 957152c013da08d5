import type { ClassType } from "#contract/classes.ts"
import type { RecordingQuality, RecordingVisibility } from "#contract/recordings.ts"
import type { Role } from "#shared/roles.ts"
import { DAY, MINUTE, SECOND } from "#shared/time.ts"
import type { VideoKind } from "#shared/video.ts"

/** Links that play or download a recording open for an hour (specification, section 9). */
export const LINK_SECONDS = 3_600
/** Bits a second of picture for each quality (specification, section 9). */
export const VIDEO_BITS_PER_SECOND = { "720p": 2_500_000, "1080p": 5_000_000 } as const
const AUDIO_BITS_PER_SECOND = 128_000
/** No class is longer, its grace included. */
const LONGEST_CLASS_SECONDS = 12 * 3_600
/** A recorder may go over its bit rate for a while, as with film in the picture. */
const HEADROOM = 1.5
/** A recorder that has sent nothing and never said that it records is gone after this long. */
export const NEVER_BEGAN_AFTER_MS = 5 * MINUTE
/** Without new bytes for this long a recording counts as abandoned, and what arrived is made playable. */
export const ABANDONED_AFTER_MS = 10 * MINUTE
/** A recorder that was not heard of for this long is no longer shown to the room as recording. */
export const SILENT_AFTER_MS = 2 * MINUTE
/** Processing without an outcome after this long was lost with its worker. */
export const LOST_AFTER_MS = 15 * MINUTE
/** How long the spool keeps what arrived of an abandoned recording for the recorder to come back. */
export const SPOOL_MS = 7 * DAY

export const canRecord = (viewer: { role: Role | null }) =>
  viewer.role === "instructor" || viewer.role === "admin"

/** More bytes than this are no recording of a class. */
export function largestRecording(quality: RecordingQuality): number {
  const bits = VIDEO_BITS_PER_SECOND[quality] + AUDIO_BITS_PER_SECOND
  return Math.round((bits / 8) * LONGEST_CLASS_SECONDS * HEADROOM)
}

/** Whom a recording is shown to at first: the students of a demo class, else nobody but its instructor. */
export function firstVisibility(type: ClassType): RecordingVisibility {
  return type === "demo" ? "enrolled_students" : "instructor_only"
}

/** Where a recording is kept: `{user id}/{recording id}-{quality}-{timestamp}.webm`, never the same twice. */
export function filePath(row: {
  instructor_id: string
  id: string
  quality: RecordingQuality
  mime_type: string
  at: Date
}): string {
  return `${row.instructor_id}/${row.id}-${row.quality}-${row.at.getTime()}.${extensionOf(row.mime_type)}`
}

/** What a search for a recording looks in. */
export function searchTextOf(title: string, classTitle: string): string {
  return title === classTitle ? title : `${title}\n${classTitle}`
}

/** `webm`, or `mp4` where a browser can't record the former. */
export function extensionOf(mimeType: string): VideoKind {
  return mimeType.startsWith("video/mp4") ? "mp4" : "webm"
}

/** Seconds of watching that can be true since the last report: nobody watches faster than four times. */
export function believableWatching(watchedSeconds: number, sinceLastMs: number | null): number {
  const most = sinceLastMs === null ? 60 : (sinceLastMs / SECOND) * 4 + 5
  return Math.round(Math.min(watchedSeconds, most))
}
