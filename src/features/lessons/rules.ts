import type { LessonFailure } from "#contract/lessons.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import type { VideoKind } from "#shared/video.ts"

/** A lesson's video holds at most so many bytes: two hours in good quality. */
export const LARGEST_VIDEO_BYTES = 4 * 2 ** 30
/** Links that play a lesson open for an hour, as those of recordings do. */
export const LINK_SECONDS = 3_600
/** A lesson of which this share was seen is done. */
export const DONE_SHARE = 0.9
/** Processing without an outcome after this long was lost with its worker. */
export const LOST_AFTER_MS = 15 * MINUTE
/** An upload of which nothing more came for this long is looked after. */
export const QUIET_AFTER_MS = 2 * MINUTE
/** An upload that nobody went on with for this long is given up. */
export const ABANDONED_AFTER_MS = 7 * DAY

/** What every current browser plays, by container. */
const CODECS: Record<VideoKind, { video: readonly string[]; audio: readonly string[] }> = {
  mp4: { video: ["avc", "vp9", "av1"], audio: ["aac", "mp3", "opus", "flac"] },
  webm: { video: ["vp8", "vp9", "av1"], audio: ["opus", "vorbis"] },
}

type Facts = { width: number | null; hasAudio: boolean; videoCodec: string | null; audioCodec: string | null }

/** Why browsers would not play a video; null when they do. Slides without sound are fine, sound alone is not. */
export function failureOf(kind: VideoKind, facts: Facts): LessonFailure | null {
  if (facts.width === null) return "NOT_PLAYABLE"
  const { video, audio } = CODECS[kind]
  if (!video.includes(facts.videoCodec ?? "")) return "CODEC"
  return facts.hasAudio && !audio.includes(facts.audioCodec ?? "") ? "CODEC" : null
}

/** Where a lesson's video is kept, never the same for two uploads. */
export function filePath(row: { course_id: string; id: string }, uploadId: string, kind: VideoKind): string {
  return `lessons/${row.course_id}/${row.id}-${uploadId}.${kind}`
}

/** Under which an upload lies in the spool, so that no upload of another feature can be written to. */
export function spoolKey(uploadId: string): string {
  return `lesson-${uploadId}`
}

/** Ids in the wanted order. What isn't there is left out, and what wasn't named follows as it was. */
export function putInOrder(current: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(current)
  const first = [...new Set(wanted)].filter((id) => known.has(id))
  const named = new Set(first)
  return [...first, ...current.filter((id) => !named.has(id))]
}

/** Stretches as whole seconds of a video, from one up to another, without empty ones. */
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
 * The lesson that a student goes on with: the one they watched last, or after it the first that isn't done, else the
 * first of all that isn't. Null once all are done.
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
