import { type DeviceProblem, problemByName } from "../media/device-problem.ts"

type Opened = { track: MediaStreamTrack | null; problem: DeviceProblem | null }

/**
 * Opens camera and microphone together, so that the browser asks once; if that fails, one by one. What is open ends with
 * `left`, also when the person leaves before they answer the browser.
 */
export async function openDevices(left: AbortSignal): Promise<[Opened, Opened]> {
  if (!navigator.mediaDevices) {
    const none: Opened = { track: null, problem: "insecure" }
    return [none, none]
  }
  try {
    const both = await openUntil(left, { audio: true, video: true })
    return [found(both.getVideoTracks()[0]), found(both.getAudioTracks()[0])]
  } catch {
    // One after the other, because browsers show one prompt at a time.
    return [await openOne(left, { video: true }), await openOne(left, { audio: true })]
  }
}

const found = (track: MediaStreamTrack | undefined): Opened => ({ track: track ?? null, problem: null })

async function openOne(left: AbortSignal, wanted: MediaStreamConstraints): Promise<Opened> {
  // Nobody is there to answer another prompt.
  if (left.aborted) return found(undefined)
  try {
    const stream = await openUntil(left, wanted)
    return found(stream.getTracks()[0])
  } catch (error) {
    return { track: null, problem: problemByName(error instanceof Error ? error.name : "") }
  }
}

async function openUntil(left: AbortSignal, wanted: MediaStreamConstraints): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia(wanted)
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (left.aborted) stop()
  else left.addEventListener("abort", stop)
  return stream
}
