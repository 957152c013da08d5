import type { LessonFailure } from "#contract/lessons.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import type { VideoKind } from "#shared/video.ts"

/** The largest video of a lesson in bytes: two hours in good quality. */
export const LARGEST_VIDEO_BYTES = 4 * 2 ** 30
/** Links that play a lesson are valid for an hour, like those of recordings. */
export const LINK_SECONDS = 3_600
/** A lesson is done once this share was seen. */
export const DONE_SHARE = 0.9
/** Processing without an outcome after this long was lost with its worker. */
export const LOST_AFTER_MS = 15 * MINUTE
/** An upload without new bytes for this long is checked by the sweep. */
export const QUIET_AFTER_MS = 2 * MINUTE
/** An upload that nobody continued for this long is given up. */
export const ABANDONED_AFTER_MS = 7 * DAY

/**
 * How long a file stays after another replaced it. This is longer than any link opens it, because a backup that is being
 * written may have a row that names it.
 */
export const REPLACED_STAYS_MS = DAY

/** The codecs every current browser plays, by container. */
const CODECS: Record<VideoKind, { video: readonly string[]; audio: readonly string[] }> = {
  mp4: { video: ["avc", "vp9", "av1"], audio: ["aac", "mp3", "opus", "flac"] },
  webm: { video: ["vp8", "vp9", "av1"], audio: ["opus", "vorbis"] },
}

type Facts = { width: number | null; hasAudio: boolean; videoCodec: string | null; audioCodec: string | null }

/**
 * Returns why browsers would not play a video; null if they do. Video without sound is fine, sound without
 * video is not.
 */
export function failureOf(kind: VideoKind, facts: Facts): LessonFailure | null {
  if (facts.width === null) return "NOT_PLAYABLE"
  const { video, audio } = CODECS[kind]
  if (!video.includes(facts.videoCodec ?? "")) return "CODEC"
  return facts.hasAudio && !audio.includes(facts.audioCodec ?? "") ? "CODEC" : null
}

/** Returns the path of a lesson's video, different for each upload. */
export function filePath(row: { course_id: string; id: string }, uploadId: string, kind: VideoKind): string {
  return `lessons/${row.course_id}/${row.id}-${uploadId}.${kind}`
}

/** Returns what names a lesson's video to those who play it, from its path. */
export function videoId(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1)
}

const SPOOL_PREFIX = "lesson-"

/** Returns an upload's key in the spool, prefixed so that it can't reach another feature's uploads. */
export function spoolKey(uploadId: string): string {
  return `${SPOOL_PREFIX}${uploadId}`
}

/** Whether a key is one in the spool, and not one of a kept video. */
export function isSpoolKey(key: string): boolean {
  return key.startsWith(SPOOL_PREFIX)
}

/**
 * Returns ids in the wanted order. Unknown ids are left out, and ids that weren't named follow in their
 * present order.
 */
export function putInOrder(current: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(current)
  const first = [...new Set(wanted)].filter((id) => known.has(id))
  const named = new Set(first)
  return [...first, ...current.filter((id) => !named.has(id))]
}

/** Returns stretches as whole seconds of a video, from one up to another, without empty ones. */
export function wholeSeconds(
  stretches: readonly (readonly [number, number])[],
  durationSeconds: number,
): [from: number, to: number][] {
  const last = Math.ceil(durationSeconds)
  return stretches
    .map(([from, to]): [number, number] => [Math.floor(from), Math.min(Math.ceil(to), last)])
    .filter(([from, to]) => from < to)
}

/** Whether enough of a video was seen. */
export function isDone(seenSeconds: number, durationSeconds: number): boolean {
  return seenSeconds >= durationSeconds * DONE_SHARE
}

type Watched = { id: string; done: boolean; watched_at: Date | null }

/**
 * Returns the lesson that a student continues with: the one they watched last, or after it the first that
 * isn't done, otherwise the first of all that isn't. Null once all are done.
 */
export function nextToWatch<L extends Watched>(lessons: readonly L[]): L | null {
  const latest = lessons.reduce(
    (found, one, at) =>
      one.watched_at && one.watched_at > (lessons[found]?.watched_at ?? new Date(0)) ? at : found,
    -1,
  )
  const order = [...lessons.slice(Math.max(latest, 0)), ...lessons.slice(0, Math.max(latest, 0))]
  return order.find(({ done }) => !done) ?? null
}
