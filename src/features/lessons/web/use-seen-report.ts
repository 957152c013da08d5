import { type RefObject, useEffect, useRef } from "react"
import { browserApi } from "#ui/client.ts"

/** How often the server is told while it plays. */
const EVERY_MS = 10_000
/** A jump further than this between two looks is a seek, not watching. */
const LONGEST_STEP = 4
/** As many stretches as one report holds. */
const MOST = 100

/**
 * Reports which stretches of a lesson were played and where it stands, also when the page is left. What could not be
 * told goes along with the next report.
 */
export function useSeenReport(
  video: RefObject<HTMLVideoElement | null>,
  lessonId: string,
  onDone: () => void,
): void {
  const tellDone = useRef(onDone)
  tellDone.current = onDone
  useEffect(() => {
    const player = video.current
    if (!player) return
    let seen: [number, number][] = []
    let last = player.currentTime
    const look = () => {
      const now = player.currentTime
      const stretch = seen.at(-1)
      if (now > last && now - last < LONGEST_STEP) {
        if (stretch && stretch[1] === last) stretch[1] = now
        else seen.push([last, now])
      }
      last = now
    }
    const take = () => {
      look()
      const told = { position_seconds: last, seen: seen.slice(0, MOST) }
      seen = seen.slice(MOST)
      return told
    }
    const report = () => {
      const told = take()
      if (told.seen.length === 0) return
      browserApi()
        .lessons.watched({ lesson_id: lessonId, ...told })
        .then(({ done }) => {
          if (done) tellDone.current()
        })
        .catch(() => {
          seen = [...told.seen, ...seen]
        })
    }
    const leave = () => {
      const told = take()
      if (told.seen.length === 0) return
      // The page is going: only what outlives it arrives.
      void fetch(`/api/v1/lessons/${lessonId}/watched`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(told),
        keepalive: true,
      }).catch(() => undefined)
    }
    const timer = setInterval(report, EVERY_MS)
    player.addEventListener("timeupdate", look)
    player.addEventListener("pause", report)
    player.addEventListener("ended", report)
    window.addEventListener("pagehide", leave)
    return () => {
      clearInterval(timer)
      player.removeEventListener("timeupdate", look)
      player.removeEventListener("pause", report)
      player.removeEventListener("ended", report)
      window.removeEventListener("pagehide", leave)
      leave()
    }
  }, [video, lessonId])
}
