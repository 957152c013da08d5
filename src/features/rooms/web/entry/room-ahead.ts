import { isBrowserSupported, type Room } from "livekit-client"
import { browserApi } from "#ui/client.ts"
import { enterRoom, makeRoom } from "./make-room.ts"
import type { JoinAnswer } from "./room-phase.ts"
import type { EnteredAhead } from "./room-session.ts"

/** Tokens are valid for two minutes; one older than this is not used. */
const FRESH_MS = 60_000
/** A room entered ahead is left after this long if its page did not load. */
const UNCLAIMED_MS = 8_000
/** The longest time that the page waits for the room; short enough not to be noticed. */
const PAGE_WAITS_MS = 150

type Entered = EnteredAhead & { room: Room }

/** A room of the video client for the next class entered. */
let prepared: Room | null = null

const asked = new Map<string, { at: number; answer: Promise<JoinAnswer> }>()
const entered = new Map<string, Entered & { timer: ReturnType<typeof setTimeout> }>()

/** Prepares what the first connection of a page needs, which takes longer than reaching the server. */
function prepare(): void {
  if (prepared) return
  prepared = makeRoom()
  const rehearsal = new RTCPeerConnection()
  rehearsal.addTransceiver("video", { direction: "recvonly" })
  rehearsal
    .createOffer()
    .catch(() => undefined)
    .finally(() => rehearsal.close())
}

/** Asks for the token to a room while the pointer approaches the link. */
export function approach(classId: string, deviceId: string): void {
  const before = asked.get(classId)
  if (!isBrowserSupported() || (before && Date.now() - before.at < FRESH_MS)) return
  const answer = browserApi().rooms.join({ class_id: classId, device_id: deviceId })
  // The page that the link leads to shows refusals.
  answer.catch(() => undefined)
  asked.set(classId, { at: Date.now(), answer })
  prepare()
}

/**
 * Starts entering the room as the link is pressed. The promise resolves when the page should render: once the
 * room is entered or can't be, so that rendering doesn't slow down the handshake and happens once, or after a
 * short wait on a slow connection. Returns null if nothing is started.
 */
export function enterAhead(classId: string): Promise<void> | null {
  const token = asked.get(classId)
  asked.delete(classId)
  if (!token || Date.now() - token.at >= FRESH_MS || entered.has(classId)) return null
  const room = prepared ?? makeRoom()
  prepared = null
  const answered = token.answer.then(async (answer) => {
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
  return new Promise((resolve) => {
    setTimeout(resolve, PAGE_WAITS_MS)
    answered.then(
      () => resolve(),
      () => resolve(),
    )
  })
}

/**
 * Returns the room that is being entered, if any; it is kept until `claimEntered` confirms that it is shown.
 */
export function readEntered(classId: string): Entered | null {
  return entered.get(classId) ?? null
}

export function claimEntered(classId: string): void {
  clearTimeout(entered.get(classId)?.timer)
  entered.delete(classId)
}
