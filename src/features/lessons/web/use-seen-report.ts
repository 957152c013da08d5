import { type RefObject, useCallback, useRef } from "react"
import { browserApi } from "#ui/client.ts"
import { useWatchReports, type WatchReports } from "#ui/player/use-watch-reports.ts"

/** The most stretches in one report. */
const MOST = 100

type Told = { video_id: string; position_seconds: number; seen: [number, number][] }

/**
 * Reports which stretches of a lesson's video were played and the current position; calls `onDone` once the lesson is
 * done.
 */
export function useSeenReport(
  video: RefObject<HTMLVideoElement | null>,
  lessonId: string,
  videoId: string,
  onDone: () => void,
): void {
  const tellDone = useRef(onDone)
  tellDone.current = onDone
  const begin = useCallback((id: string) => stretchesOf(lessonId, id, () => tellDone.current()), [lessonId])
  useWatchReports(video, videoId, begin)
}

function stretchesOf(lessonId: string, video_id: string, onDone: () => void): WatchReports<Told> {
  let seen: [number, number][] = []
  return {
    everyMs: 10_000,
    longestStep: 4,
    played(from, to) {
      const stretch = seen.at(-1)
      if (stretch && stretch[1] === from) stretch[1] = to
      else seen.push([from, to])
    },
    take(position) {
      if (seen.length === 0) return null
      const told = { video_id, position_seconds: position, seen: seen.slice(0, MOST) }
      seen = seen.slice(MOST)
      return told
    },
    async send(told) {
      const { done } = await browserApi().lessons.watched({ lesson_id: lessonId, ...told })
      if (done) onDone()
    },
    restore(told) {
      seen = [...told.seen, ...seen]
    },
    address: `/api/v1/lessons/${lessonId}/watched`,
  }
}
