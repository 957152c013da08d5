import type { ClassType } from "#contract/classes/classes.ts"
import type { RecordingQuality, RecordingVisibility } from "#contract/recordings/recordings.ts"
import { LONGEST_CLASS_MS } from "#features/classes/rules.ts"
import type { Role } from "#shared/roles.ts"
import { DAY, MINUTE, SECOND } from "#shared/time.ts"
import type { VideoKind } from "#shared/video.ts"

/** Links that play or download a recording are valid for an hour (specification, section 9). */
export const LINK_SECONDS = 3_600
/** Bits a second of picture for each quality (specification, section 9). */
export const VIDEO_BITS_PER_SECOND = { "720p": 2_500_000, "1080p": 5_000_000 } as const
const AUDIO_BITS_PER_SECOND = 128_000
/** A recorder may exceed its bit rate for a while, for example when a film is shown. */
const HEADROOM = 1.5
/** A recorder that sent nothing and never reported that it records counts as gone after this long. */
export const NEVER_BEGAN_AFTER_MS = 5 * MINUTE
/** Without new bytes for this long a recording counts as abandoned, and what arrived is made playable. */
export const ABANDONED_AFTER_MS = 10 * MINUTE
/** A recorder that was silent for this long is no longer shown to the room as recording. */
export const SILENT_AFTER_MS = 2 * MINUTE
/** Processing without an outcome after this long was lost with its worker. */
export const LOST_AFTER_MS = 15 * MINUTE
/** How long an abandoned recording waits for its recorder before it is closed. */
export const SPOOL_MS = 7 * DAY
/**
 * How long a file stays at least after a better one replaced it, because a backup that is being written may have a row
 * that names it.
 */
export const REPLACED_STAYS_MS = DAY

export const canRecord = (viewer: { role: Role | null }) =>
  viewer.role === "instructor" || viewer.role === "admin"

/** Returns the largest size of a recording in bytes. */
export function largestRecording(quality: RecordingQuality): number {
  const bits = VIDEO_BITS_PER_SECOND[quality] + AUDIO_BITS_PER_SECOND
  return Math.round((bits / 8) * (LONGEST_CLASS_MS / SECOND) * HEADROOM)
}

/** Returns who sees a new recording: for a demo class its students, otherwise only its instructor. */
export function firstVisibility(type: ClassType): RecordingVisibility {
  return type === "demo" ? "enrolled_students" : "instructor_only"
}

/**
 * Returns the path of a recording's file, `{user id}/{recording id}-{quality}-{timestamp}.webm`, different
 * each time.
 */
export function filePath(row: {
  instructor_id: string
  id: string
  quality: RecordingQuality
  mime_type: string
  at: Date
}): string {
  return `${row.instructor_id}/${row.id}-${row.quality}-${row.at.getTime()}.${extensionOf(row.mime_type)}`
}

/** Returns the text that searches for a recording match. */
export function searchTextOf(title: string, classTitle: string): string {
  return title === classTitle ? title : `${title}\n${classTitle}`
}

/** Returns `webm`, or `mp4` if the browser can't record that. */
export function extensionOf(mimeType: string): VideoKind {
  return mimeType.startsWith("video/mp4") ? "mp4" : "webm"
}

/** Returns the plausible seconds of watching since the last report: nobody watches faster than four times. */
export function believableWatching(watchedSeconds: number, sinceLastMs: number | null): number {
  const most = sinceLastMs === null ? 60 : (sinceLastMs / SECOND) * 4 + 5
  return Math.round(Math.min(watchedSeconds, most))
}
