import type { Room } from "livekit-client"

const LOOK_EVERY_MS = 50
const LONGEST_MS = 1_000

/**
 * Resolves once a picture of somebody else is shown; at once if nobody sends one, and after a second in any
 * case.
 */
export function firstPicture(room: Pick<Room, "remoteParticipants">): Promise<void> {
  const others = [...room.remoteParticipants.values()]
  if (!others.some((one) => one.isCameraEnabled || one.isScreenShareEnabled)) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearInterval(look)
      clearTimeout(longest)
      resolve()
    }
    const longest = setTimeout(done, LONGEST_MS)
    const look = setInterval(() => isShown(room) && done(), LOOK_EVERY_MS)
  })
}

function isShown(room: Pick<Room, "remoteParticipants">): boolean {
  return [...room.remoteParticipants.values()].some((participant) =>
    [...participant.videoTrackPublications.values()].some((publication) =>
      publication.track?.attachedElements.some(
        (element) => element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
      ),
    ),
  )
}
