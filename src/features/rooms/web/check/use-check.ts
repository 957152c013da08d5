import { useCallback, useEffect, useRef, useState } from "react"
import { type DeviceProblem, problemByName } from "../media/device-problem.ts"
import { averageLevel } from "../media/voice-level.ts"
import type { ConnectionFound } from "./check-connection.ts"

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
  const stops = useRef<(() => void)[]>([])
  const change = useCallback(
    (part: Partial<CheckState>) => setState((before) => ({ ...before, ...part })),
    [],
  )
  const stop = useCallback(() => {
    for (const one of stops.current.splice(0)) one()
  }, [])
  useEffect(() => stop, [stop])

  const start = useCallback(async () => {
    stop()
    setState({ ...IDLE, phase: "running" })
    const [camera, microphone] = await openDevices()
    const tracks = [camera.track, microphone.track].filter((one) => one !== null)
    stops.current.push(() => {
      for (const track of tracks) track.stop()
    })
    change({
      camera: { works: camera.track !== null, problem: camera.problem },
      microphone: { works: microphone.track !== null, problem: microphone.problem },
      stream: camera.track ? new MediaStream([camera.track]) : null,
    })
    if (microphone.track) {
      const follow = followLevel(microphone.track, (level) =>
        setState((before) => ({ ...before, level, heard: before.heard || level >= HEARD_FROM })),
      )
      stops.current.push(follow)
    }
    if (!connects) return change({ phase: "done" })
    // The video client is loaded only now; a connection too poor to load it is itself a result.
    const connection = await import("./check-connection.ts").then(
      ({ checkConnection }) => checkConnection((found) => change({ connection: found })),
      () => UNREACHED,
    )
    change({ connection, phase: "done" })
  }, [change, stop, connects])
  return { state, start }
}

type Opened = { track: MediaStreamTrack | null; problem: DeviceProblem | null }

/** Opens camera and microphone together, so that the browser asks once; if that fails, one by one. */
async function openDevices(): Promise<[Opened, Opened]> {
  if (!navigator.mediaDevices) {
    const none: Opened = { track: null, problem: "insecure" }
    return [none, none]
  }
  try {
    const both = await navigator.mediaDevices.getUserMedia({ audio: true, video: true })
    return [found(both.getVideoTracks()[0]), found(both.getAudioTracks()[0])]
  } catch {
    // One after the other, because browsers show one prompt at a time.
    return [await openOne({ video: true }), await openOne({ audio: true })]
  }
}

const found = (track: MediaStreamTrack | undefined): Opened => ({ track: track ?? null, problem: null })

async function openOne(wanted: MediaStreamConstraints): Promise<Opened> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(wanted)
    return found(stream.getTracks()[0])
  } catch (error) {
    return { track: null, problem: problemByName(error instanceof Error ? error.name : "") }
  }
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
