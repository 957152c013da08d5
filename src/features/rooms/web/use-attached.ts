import type { Track } from "livekit-client"
import { type RefObject, useLayoutEffect, useRef } from "react"

/** A player's element, with the track in it as long as both are there. */
export function useAttached<E extends HTMLMediaElement>(track: Track): RefObject<E | null> {
  const player = useRef<E>(null)
  // Before the browser paints: a frame may be there already.
  useLayoutEffect(() => {
    const element = player.current
    if (!element) return
    track.attach(element)
    return () => void track.detach(element)
  }, [track])
  return player
}
