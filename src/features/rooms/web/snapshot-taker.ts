import { type Room, Track } from "livekit-client"
import { personOf } from "./people.ts"

const MINUTE_MS = 60_000
/** Between one picture of a student and the next, at random: nobody can tell when. */
const SHORTEST_MS = 5 * MINUTE_MS
const LONGEST_MS = 10 * MINUTE_MS
const WIDTH = 320
/** A camera that shows nothing within this is left out until the next turn. */
const PATIENCE_MS = 3_000

/**
 * Takes a picture of each of these students' cameras every 5 to 10 minutes, at random, from what is already
 * received here. Answers the way to stop.
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
