import { type RefObject, useRef, useState } from "react"
import { browserApi } from "#ui/client.ts"

/** A link that fails sooner than this after it was made did not run out: something else is wrong. */
const TOO_SOON_MS = 30_000

/** Plays on where it stopped with a new link when the old one ran out; `failed` when that does not help. */
export function useRenewedLink(video: RefObject<HTMLVideoElement | null>, recordingId: string) {
  const [failed, setFailed] = useState(false)
  const madeAt = useRef(0)
  async function renew() {
    const player = video.current
    if (!player) return
    const now = performance.now()
    if (madeAt.current > 0 && now - madeAt.current < TOO_SOON_MS) return setFailed(true)
    madeAt.current = now
    try {
      const { url } = await browserApi().recordings.play({ recording_id: recordingId })
      const { currentTime, playbackRate, paused } = player
      player.src = url
      player.currentTime = currentTime
      player.playbackRate = playbackRate
      if (!paused) await player.play()
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return { failed, onError: () => void renew() }
}
