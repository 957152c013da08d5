import { ConnectionQuality, ParticipantEvent, type Room } from "livekit-client"
import { fetchAhead } from "#ui/late-part.tsx"
import { firstPicture } from "./first-picture.ts"

type Load = () => Promise<unknown>

export const loadWhiteboard = async () => (await import("../whiteboard/whiteboard-stage.tsx")).WhiteboardStage
export const loadSlides = async () => (await import("../slides/slides-stage.tsx")).SlidesStage

/** A part of the room takes longer than this only on a slow line, in milliseconds. */
const SLOW_MS = 1_000
/** By then the video server knows the line, and has stopped the pictures for which there is no space. */
const SETTLED_MS = 15_000

/**
 * Once somebody is inside and sees a picture, loads these parts of the room, so that they are there without a network,
 * too. Where they take long, or the connection is poor, what the instructor may show comes as well, with pauses in
 * which voices have the line to themselves: there it takes many seconds, and on other lines it comes at once when it is
 * shown. Returns what stops it.
 */
export function loadPartsAhead(
  room: Pick<Room, "remoteParticipants" | "localParticipant">,
  parts: readonly Load[],
  shown: readonly Load[] = [loadSlides, loadWhiteboard],
): () => void {
  const { localParticipant: me } = room
  const left = [...shown]
  let timer: ReturnType<typeof setTimeout> | null = null
  let stopped = false
  const loadNext = () => {
    if (timer || stopped) return
    timer = setTimeout(async () => {
      const [load] = left.splice(0, 1)
      if (load) await fetchAhead(load)
      timer = null
      if (left.length > 0) loadNext()
    }, SETTLED_MS)
  }
  const onQuality = (quality: ConnectionQuality) => {
    if (quality === ConnectionQuality.Poor) loadNext()
  }
  me.on(ParticipantEvent.ConnectionQualityChanged, onQuality)
  void firstPicture(room).then(async () => {
    const asked = performance.now()
    await Promise.all(parts.map(fetchAhead))
    if (performance.now() - asked > SLOW_MS) loadNext()
  })
  return () => {
    stopped = true
    if (timer) clearTimeout(timer)
    me.off(ParticipantEvent.ConnectionQualityChanged, onQuality)
  }
}
