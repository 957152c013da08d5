import { type Room, Track } from "livekit-client"
import { personOf } from "../people.ts"

const MINUTE_MS = 60_000
/** The time between pictures of a student is random, so that nobody can predict them. */
const SHORTEST_MS = 5 * MINUTE_MS
const LONGEST_MS = 10 * MINUTE_MS
const WIDTH = 320
/** A camera without a picture within this time is skipped until the next turn. */
const PATIENCE_MS = 3_000

/**
 * Takes a picture of each of these students' cameras every 5 to 10 minutes, at random, from the video already
 * received here. Returns a function that stops it.
 */
export function takeSnapshots(
  room: Room,
  studentIds: readonly string[],
  onSnapshot: (studentId: string, image: Blob) => void,
): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let stopped = false
  function plan(studentId: string) {
    const wait = SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS)
    timers.set(
      studentId,
      setTimeout(async () => {
        const image = await takePicture(room, studentId).catch(() => null)
        if (stopped) return
        if (image) onSnapshot(studentId, image)
        plan(studentId)
      }, wait),
    )
  }
  for (const studentId of studentIds) plan(studentId)
  return () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

async function takePicture(room: Room, studentId: string): Promise<Blob | null> {
  const participant = [...room.remoteParticipants.values()].find(
    (one) => personOf(one.identity) === studentId && one.isCameraEnabled,
  )
  const track = participant?.getTrackPublication(Track.Source.Camera)?.track?.mediaStreamTrack
  if (!track || track.muted || track.readyState !== "live") return null
  const video = document.createElement("video")
  video.muted = true
  video.srcObject = new MediaStream([track])
  try {
    await Promise.race([
      video.play(),
      new Promise((_, fail) => setTimeout(() => fail(new Error("no picture came")), PATIENCE_MS)),
    ])
    if (video.videoWidth === 0) return null
    const canvas = document.createElement("canvas")
    canvas.width = WIDTH
    canvas.height = Math.round((video.videoHeight / video.videoWidth) * WIDTH)
    canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.7))
  } finally {
    video.srcObject = null
  }
}
