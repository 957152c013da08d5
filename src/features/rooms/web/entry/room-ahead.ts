import { isBrowserSupported, type Room } from "livekit-client"
import { enterRoom, makeRoom } from "./make-room.ts"
import type { EnteredAhead } from "./room-session.ts"
import { takeToken } from "./room-token.ts"

/** A room entered ahead is left after this long if its page did not load. */
const UNCLAIMED_MS = 8_000

type Entered = EnteredAhead & { room: Room }

/** A room of the video client for the next class entered. */
let prepared: Room | null = null

const entered = new Map<string, Entered & { timer: ReturnType<typeof setTimeout> }>()

/** Prepares what the first connection of a page needs, which takes longer than reaching the server. */
export function prepareRoom(): void {
  if (prepared || !isBrowserSupported()) return
  prepared = makeRoom()
  const rehearsal = new RTCPeerConnection()
  rehearsal.addTransceiver("video", { direction: "recvonly" })
  rehearsal
    .createOffer()
    .catch(() => undefined)
    .finally(() => rehearsal.close())
}

/**
 * Starts entering the room as its link is pressed. The promise resolves when the page should render: once the room is
 * entered or can't be, so that rendering doesn't slow down the handshake and happens once. Returns null if nothing is
 * started.
 */
export function enterAhead(classId: string): Promise<void> | null {
  const token = takeToken(classId)
  if (!token || !isBrowserSupported() || entered.has(classId)) return null
  const room = prepared ?? makeRoom()
  prepared = null
  const answered = token.then(async (answer) => {
    await enterRoom(room, answer)
    entry.answer = answer
    return answer
  })
  const timer = setTimeout(() => {
    entered.delete(classId)
    void room.disconnect()
  }, UNCLAIMED_MS)
  const entry: Entered & { timer: typeof timer } = { room, answered, answer: null, timer }
  entered.set(classId, entry)
  return answered.then(
    () => undefined,
    () => undefined,
  )
}

/**
 * Returns the room that is being entered, if any; it is kept until `claimEntered` confirms that it is shown. The page may
 * come before the press is answered, where its code came with it: then this starts it.
 */
export function readEntered(classId: string): Entered | null {
  void enterAhead(classId)
  return entered.get(classId) ?? null
}

export function claimEntered(classId: string): void {
  clearTimeout(entered.get(classId)?.timer)
  entered.delete(classId)
}
