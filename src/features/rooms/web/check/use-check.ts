import { useCallback, useEffect, useRef, useState } from "react"
import type { DeviceProblem } from "../media/device-problem.ts"
import { averageLevel } from "../media/voice-level.ts"
import type { ConnectionFound } from "./check-connection.ts"
import { openDevices } from "./open-devices.ts"

export type DeviceFound = { works: boolean | null; problem: DeviceProblem | null }

export type CheckState = {
  phase: "idle" | "running" | "done"
  camera: DeviceFound
  microphone: DeviceFound
  /** 0 to 100. */
  level: number
  heard: boolean
  connection: ConnectionFound | null
  stream: MediaStream | null
}

const UNKNOWN: DeviceFound = { works: null, problem: null }
const IDLE: CheckState = {
  ...{ phase: "idle", camera: UNKNOWN, microphone: UNKNOWN },
  ...{ level: 0, heard: false, connection: null, stream: null },
}
const UNREACHED: ConnectionFound = {
  ...{ signal: false, path: null, down: null, up: null },
  problem: "api",
  voiceCounts: false,
}
/** A level that a voice reaches and a quiet room does not. */
const HEARD_FROM = 25

/**
 * Runs the check before a class, with or without the connection to the video server. Everything it opened is
 * closed when the page is left.
 */
export function useCheck({ connects }: { connects: boolean }) {
  const [state, setState] = useState(IDLE)
  const leaving = useRef(new AbortController())
  const change = useCallback(
    (part: Partial<CheckState>) => setState((before) => ({ ...before, ...part })),
    [],
  )
  useEffect(() => () => leaving.current.abort(), [])

  const start = useCallback(async () => {
    leaving.current.abort()
    leaving.current = new AbortController()
    const left = leaving.current.signal
    setState({ ...IDLE, phase: "running" })
    const [camera, microphone] = await openDevices(left)
    if (left.aborted) return
    change({
      camera: { works: camera.track !== null, problem: camera.problem },
      microphone: { works: microphone.track !== null, problem: microphone.problem },
      stream: camera.track ? new MediaStream([camera.track]) : null,
    })
    if (microphone.track) {
      const unfollow = followLevel(microphone.track, (level) =>
        setState((before) => ({ ...before, level, heard: before.heard || level >= HEARD_FROM })),
      )
      left.addEventListener("abort", unfollow)
    }
    if (!connects) return change({ phase: "done" })
    // The video client is loaded only now; a connection too poor to load it is itself a result.
    const connection = await import("./check-connection.ts").then(
      ({ checkConnection }) => checkConnection((found) => change({ connection: found })),
      () => UNREACHED,
    )
    change({ connection, phase: "done" })
  }, [change, connects])
  return { state, start }
}

function followLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    onLevel(averageLevel([samples]))
  }, 100)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}

/** Plays two tones, one after the other, through the device's speaker. */
export async function playTones(): Promise<void> {
  const context = new AudioContext()
  const volume = context.createGain()
  volume.gain.value = 0.2
  volume.connect(context.destination)
  for (const [place, pitch] of [523, 784].entries()) {
    const tone = context.createOscillator()
    tone.frequency.value = pitch
    tone.connect(volume)
    tone.start(context.currentTime + place * 0.35)
    tone.stop(context.currentTime + place * 0.35 + 0.3)
    if (place === 1) await new Promise((ended) => tone.addEventListener("ended", ended))
  }
  await context.close()
}
