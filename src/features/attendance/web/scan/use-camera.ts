import { type RefObject, useEffect, useRef, useState } from "react"
import { openDetector } from "./detector.ts"

/** Between two looks at the picture, in ms. */
const LOOK_EVERY_MS = 150
/** A code in sight is told once, and again after it was out of sight this long, in ms. */
const AGAIN_AFTER_MS = 3_000

/** `refused`: the person or the system doesn't allow the camera. `missing`: there is none, or no reader of codes. */
export type CameraProblem = "refused" | "missing"

type Camera = {
  video: RefObject<HTMLVideoElement | null>
  problem: CameraProblem | null
  /** The picture is shown and read. */
  ready: boolean
  /** Null where the camera has no light. */
  torch: { on: boolean; toggle: () => void } | null
}

type Torchy = MediaTrackCapabilities & { torch?: boolean }

/** Shows the camera behind the phone and tells each QR code in sight, as long as it is mounted. */
export function useCamera(onCode: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const tell = useRef(onCode)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [isLit, setLit] = useState(false)
  useEffect(() => {
    tell.current = onCode
  })

  useEffect(() => {
    let gone = false
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    async function open() {
      const loading = openDetector()
      // Told below, after the camera.
      loading.catch(() => undefined)
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
      const shown = video.current
      if (gone || !shown) return stop(stream)
      shown.srcObject = stream
      await shown.play()
      const detector = await loading
      setTrack(stream.getVideoTracks()[0] ?? null)
      const seen = new Map<string, number>()
      const look = async () => {
        const codes = shown.readyState >= 2 ? await detector.detect(shown).catch(() => []) : []
        if (gone) return
        for (const { rawValue } of codes) {
          const before = seen.get(rawValue) ?? 0
          seen.set(rawValue, Date.now())
          if (Date.now() - before > AGAIN_AFTER_MS) tell.current(rawValue)
        }
        timer = setTimeout(() => void look(), LOOK_EVERY_MS)
      }
      void look()
    }
    open().catch((error: unknown) => {
      if (gone) return
      setProblem(error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "missing")
    })
    return () => {
      gone = true
      clearTimeout(timer)
      if (stream) stop(stream)
    }
  }, [])

  const hasTorch = (track?.getCapabilities?.() as Torchy | undefined)?.torch === true
  async function toggle() {
    await track?.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] })
    setLit(!isLit)
  }
  return {
    video,
    problem,
    ready: track !== null,
    torch: hasTorch ? { on: isLit, toggle: () => void toggle() } : null,
  }
}

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}
