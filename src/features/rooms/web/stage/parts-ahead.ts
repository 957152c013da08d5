import { ConnectionQuality, ParticipantEvent, type Room } from "livekit-client"
import { fetchAhead } from "#ui/late-part.tsx"
import { firstPicture } from "./first-picture.ts"

type Load = () => Promise<unknown>

export const loadWhiteboard = async () => (await import("../whiteboard/whiteboard-stage.tsx")).WhiteboardStage
export const loadSlides = async () => (await import("../slides/slides-stage.tsx")).SlidesStage

/** A part of the room takes longer than this only on a slow line, in milliseconds. */
const SLOW_MS = 1_000

/**
 * Once somebody is inside and sees a picture, loads these parts of the room, so that they are there without a network,
 * too. Where they take long, or the connection is poor, what the instructor may show comes as well: on such a line it
 * takes many seconds, and on others it is there at once when it is shown. Returns what stops it.
 */
export function loadPartsAhead(
  room: Pick<Room, "remoteParticipants" | "localParticipant">,
  parts: readonly Load[],
  shown: readonly Load[] = [loadSlides, loadWhiteboard],
): () => void {
  const { localParticipant: me } = room
  const loadShown = async () => {
    // One after the other, because voices need the line as well.
    for (const load of shown) await fetchAhead(load)
  }
  const onQuality = (quality: ConnectionQuality) => {
    if (quality === ConnectionQuality.Poor) void loadShown()
  }
  me.on(ParticipantEvent.ConnectionQualityChanged, onQuality)
  void firstPicture(room).then(async () => {
    const asked = performance.now()
    await Promise.all(parts.map(fetchAhead))
    if (performance.now() - asked > SLOW_MS) await loadShown()
  })
  return () => void me.off(ParticipantEvent.ConnectionQualityChanged, onQuality)
}
