import type { Track } from "livekit-client"
import { type RefObject, useLayoutEffect, useRef } from "react"

/** Returns the ref of a media element and keeps the track attached to it while both exist. */
export function useAttached<E extends HTMLMediaElement>(track: Track): RefObject<E | null> {
  const player = useRef<E>(null)
  // Before the browser paints, as a frame may already be there.
  useLayoutEffect(() => {
    const element = player.current
    if (!element) return
    track.attach(element)
    return () => void track.detach(element)
  }, [track])
  return player
}
