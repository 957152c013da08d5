import type { RefObject } from "react"
import { browserApi } from "#ui/client.ts"
import { useWatchReports, type WatchReports } from "#ui/player/use-watch-reports.ts"

/** Less than this is a look, not watching. */
const LEAST_SECONDS = 0.5

type Told = { position_seconds: number; watched_seconds: number }

/** Reports the player's position and how many seconds of the recording were watched. */
export function useWatchReport(video: RefObject<HTMLVideoElement | null>, recordingId: string): void {
  useWatchReports(video, recordingId, secondsOf)
}

function secondsOf(recordingId: string): WatchReports<Told> {
  let watched = 0
  return {
    everyMs: 15_000,
    longestStep: 3,
    played(from, to) {
      watched += to - from
    },
    take(position) {
      if (watched < LEAST_SECONDS) return null
      const told = { position_seconds: position, watched_seconds: watched }
      watched = 0
      return told
    },
    send: (told) => browserApi().recordings.watched({ recording_id: recordingId, ...told }),
    restore({ watched_seconds }) {
      watched += watched_seconds
    },
    address: `/api/v1/recordings/${recordingId}/watched`,
  }
}
