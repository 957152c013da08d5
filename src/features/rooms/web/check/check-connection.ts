import { isBrowserSupported, type LocalVideoTrack, Room, Track } from "livekit-client"
import { type MediaPath, readPath } from "#features/rooms/device-check.ts"
import { browserApi, codeOf } from "#ui/client.ts"
import { CONNECT } from "../entry/make-room.ts"

export type ConnectionFound = {
  signal: boolean
  path: MediaPath | null
  down: number | null
  up: number | null
  /** Why there is no signal. */
  problem: "browser" | "api" | "video" | "signal" | null
  /** Whether this person's voice marks them present. */
  voiceCounts: boolean
}

const NOTHING: ConnectionFound = {
  signal: false,
  path: null,
  down: null,
  up: null,
  problem: null,
  voiceCounts: false,
}
/** The estimate of what can be sent keeps growing for some seconds. */
const MEASURE_MS = 4_000
const LOOK_MS = 500
const DOWN_FOR_MS = 2_000

/**
 * Tests the connection to the video server with a moving picture. Calls `onPart` with what is known so far.
 */
export async function checkConnection(onPart: (found: ConnectionFound) => void): Promise<ConnectionFound> {
  let found = NOTHING
  const tell = (part: Partial<ConnectionFound>) => {
    found = { ...found, ...part }
    onPart(found)
  }
  if (!isBrowserSupported()) return { ...NOTHING, problem: "browser" }
  try {
    const down = await measureDown()
    tell({ down })
    const { server_url, token, voice_counts } = await browserApi().rooms.check()
    tell({ voiceCounts: voice_counts })
    await tryRoom(server_url, token, tell)
  } catch (error) {
    const code = codeOf(error)
    tell({ problem: code === "VIDEO_UNAVAILABLE" ? "video" : code === null ? "signal" : "api" })
    if (error instanceof TypeError) tell({ problem: "api" })
  }
  return found
}

async function tryRoom(url: string, token: string, tell: (part: Partial<ConnectionFound>) => void) {
  const room = new Room()
  // Reported separately from media, which can fail in other ways.
  room.once("signalConnected", () => tell({ signal: true }))
  const picture = movingPicture()
  try {
    await room.connect(url, token, CONNECT)
    tell({ signal: true })
    const track = await room.localParticipant.publishTrack(picture.track, {
      source: Track.Source.Camera,
      simulcast: false,
      videoEncoding: { maxBitrate: 2_500_000, maxFramerate: 30 },
    })
    const until = Date.now() + MEASURE_MS
    while (Date.now() < until) {
      await new Promise((later) => setTimeout(later, LOOK_MS))
      const stats = await (track.track as LocalVideoTrack | undefined)?.getRTCStatsReport()
      if (stats) tell(readPath(stats.values() as never))
    }
  } catch {
    // The parts reported before show which one failed.
    tell({ path: null })
  } finally {
    picture.stop()
    await room.disconnect()
  }
}

/** Draws noise, which no codec can compress, so that the connection is filled. */
function movingPicture(): { track: MediaStreamTrack; stop: () => void } {
  const canvas = document.createElement("canvas")
  canvas.width = 640
  canvas.height = 360
  const pen = canvas.getContext("2d")
  const draw = () => {
    for (let spot = 0; spot < 400 && pen; spot += 1) {
      pen.fillStyle = `hsl(${Math.random() * 360} 80% 50%)`
      pen.fillRect(Math.random() * 640, Math.random() * 360, 24, 24)
    }
  }
  const timer = setInterval(draw, 40)
  const [track] = canvas.captureStream(25).getVideoTracks()
  if (!track) throw new Error("the browser made no picture to send")
  return {
    track,
    stop() {
      clearInterval(timer)
      track.stop()
    },
  }
}

/**
 * Returns the kilobits a second from the academy, measured by downloading files of the page again; null if
 * there are none.
 */
async function measureDown(): Promise<number | null> {
  const files = performance
    .getEntriesByType("resource")
    .filter((one) => one.name.includes("/assets/") && one.name.endsWith(".js"))
    .map((one) => one as PerformanceResourceTiming)
    .sort((one, other) => other.encodedBodySize - one.encodedBodySize)
    .slice(0, 4)
  const began = performance.now()
  let bytes = 0
  for (const { name } of files) {
    if (performance.now() - began > DOWN_FOR_MS) break
    const answer = await fetch(name, { cache: "no-store" })
    await answer.arrayBuffer()
    const [, timing] = performance.getEntriesByName(name) as PerformanceResourceTiming[]
    bytes += timing?.encodedBodySize || Number(answer.headers.get("content-length") ?? 0)
  }
  const seconds = (performance.now() - began) / 1_000
  return bytes === 0 ? null : Math.round((bytes * 8) / 1_000 / seconds)
}
