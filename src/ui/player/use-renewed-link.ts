import { ORPCError } from "@orpc/client"
import { type RefObject, useEffect, useRef, useState } from "react"

/** A link that fails sooner than this after it was made did not run out: something else is wrong. */
const TOO_SOON_MS = 30_000

/** Why nothing plays: no network, a video that may not be watched any more, or something else. */
export type PlayTrouble = "offline" | "gone" | "failed"

/**
 * Continues at the same position with a new link when the old one expired, or once there is a network again.
 * Returns the problem if that does not help.
 */
export function useRenewedLink(
  video: RefObject<HTMLVideoElement | null>,
  makeLink: () => Promise<{ url: string }>,
) {
  const [trouble, setTrouble] = useState<PlayTrouble | null>(null)
  const madeAt = useRef(0)
  async function renew() {
    const player = video.current
    if (!player) return
    if (!navigator.onLine) return setTrouble("offline")
    const now = performance.now()
    if (madeAt.current > 0 && now - madeAt.current < TOO_SOON_MS) return setTrouble("failed")
    madeAt.current = now
    try {
      const { url } = await makeLink()
      const { currentTime, playbackRate, paused } = player
      player.src = url
      player.currentTime = currentTime
      player.playbackRate = playbackRate
      setTrouble(null)
      if (!paused) await player.play()
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  const again = useRef(renew)
  again.current = renew
  useEffect(() => {
    // The video came with the page, and may have failed before anybody listened.
    if (video.current?.error && madeAt.current === 0) void again.current()
  }, [video])
  useEffect(() => {
    if (trouble !== "offline") return
    const back = () => {
      madeAt.current = 0
      void again.current()
    }
    window.addEventListener("online", back)
    return () => window.removeEventListener("online", back)
  }, [trouble])
  return { trouble, onError: () => void renew() }
}

function troubleOf(error: unknown): PlayTrouble {
  if (error instanceof ORPCError) return error.status === 404 ? "gone" : "failed"
  return navigator.onLine ? "failed" : "offline"
}
