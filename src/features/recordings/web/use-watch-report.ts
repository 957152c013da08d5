import { type RefObject, useEffect } from "react"
import { browserApi } from "#ui/client.ts"

/** How often the server is told while it plays. */
const EVERY_MS = 15_000
/** A jump further than this between two looks is a seek, not watching. */
const LONGEST_STEP = 3

/** Reports where somebody stands and how many seconds of the recording they saw, also when they leave. */
export function useWatchReport(video: RefObject<HTMLVideoElement | null>, recordingId: string): void {
  useEffect(() => {
    const player = video.current
    if (!player) return
    let watched = 0
    let last = player.currentTime
    const look = () => {
      const step = player.currentTime - last
      if (step > 0 && step < LONGEST_STEP) watched += step
      last = player.currentTime
    }
    const report = () => {
      look()
      if (watched < 0.5) return
      const seconds = watched
      watched = 0
      const told = { recording_id: recordingId, position_seconds: last, watched_seconds: seconds }
      void browserApi()
        .recordings.watched(told)
        .catch(() => {
          watched += seconds
        })
    }
    const leave = () => {
      look()
      if (watched < 0.5) return
      const told = { position_seconds: last, watched_seconds: watched }
      watched = 0
      // The page is going: only what outlives it arrives.
      void fetch(`/api/v1/recordings/${recordingId}/watched`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(told),
        keepalive: true,
      })
    }
    const timer = setInterval(report, EVERY_MS)
    player.addEventListener("timeupdate", look)
    player.addEventListener("pause", report)
    window.addEventListener("pagehide", leave)
    return () => {
      clearInterval(timer)
      player.removeEventListener("timeupdate", look)
      player.removeEventListener("pause", report)
      window.removeEventListener("pagehide", leave)
      leave()
    }
  }, [video, recordingId])
}
