import { type RefObject, useCallback, useEffect, useState } from "react"
import { isPressed, type Keys } from "#ui/shortcuts/shortcuts.ts"
import { playerKeys } from "./player-keys.ts"
import { switchCaptions } from "./use-captions.ts"

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const SPEED_KEY = "player-speed"

/** The speed of a player, kept on this device for the next video too. */
export function useSpeed(video: RefObject<HTMLVideoElement | null>) {
  const [speed, set] = useState(1)
  const play = useCallback(
    (next: number) => {
      // The default is what another link to the same video starts with.
      if (video.current) Object.assign(video.current, { defaultPlaybackRate: next, playbackRate: next })
      set(next)
    },
    [video],
  )
  const setSpeed = useCallback(
    (next: number) => {
      play(next)
      keepSpeed(next)
    },
    [play],
  )
  useEffect(() => play(keptSpeed()), [play])
  return [speed, setSpeed] as const
}

function keptSpeed(): number {
  try {
    const kept = Number(localStorage.getItem(SPEED_KEY))
    return SPEEDS.find((one) => one === kept) ?? 1
  } catch {
    // Browsers without storage for sites throw when asked.
    return 1
  }
}

function keepSpeed(speed: number): void {
  try {
    localStorage.setItem(SPEED_KEY, String(speed))
  } catch {
    // The same: the speed counts for this video only.
  }
}

const SEEKS: readonly [Keys, seconds: number][] = [
  [playerKeys.back, -5],
  [playerKeys.forward, 5],
  [playerKeys.backFar, -10],
  [playerKeys.forwardFar, 10],
]

/** The keys that players have everywhere, wherever on the page the focus is, but not in fields. */
export function usePlayerKeys(
  video: RefObject<HTMLVideoElement | null>,
  setSpeed: (speed: number) => void,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const player = video.current
      const target = event.target as HTMLElement
      if (!player) return
      // Buttons and the player itself handle the space bar.
      if (event.key === " " && target.matches("button, a, summary, video")) return
      if (event.key.startsWith("Arrow") && target === player) return
      if (!act(player, (keys) => isPressed(event, keys), setSpeed)) return
      event.preventDefault()
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [video, setSpeed])
}

function act(
  player: HTMLVideoElement,
  is: (keys: Keys) => boolean,
  setSpeed: (speed: number) => void,
): boolean {
  const seek = SEEKS.find(([keys]) => is(keys))?.[1]
  if (seek !== undefined) player.currentTime = Math.max(0, player.currentTime + seek)
  else if (is(playerKeys.play)) void (player.paused ? player.play() : player.pause())
  else if (is(playerKeys.captions)) return switchCaptions(player)
  else if (is(playerKeys.mute)) player.muted = !player.muted
  else if (is(playerKeys.fullScreen)) {
    void (document.fullscreenElement ? document.exitFullscreen() : player.requestFullscreen?.())
  } else if (is(playerKeys.faster)) setSpeed(nextSpeed(player.playbackRate, 1))
  else if (is(playerKeys.slower)) setSpeed(nextSpeed(player.playbackRate, -1))
  else return false
  return true
}

/** The neighbouring speed, the same at either end. */
export function nextSpeed(speed: number, step: 1 | -1): number {
  const at = SPEEDS.findIndex((one) => one >= speed)
  return SPEEDS[Math.min(Math.max(at + step, 0), SPEEDS.length - 1)] ?? 1
}
