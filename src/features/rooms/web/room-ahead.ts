import { isBrowserSupported, type Room } from "livekit-client"
import { browserApi } from "#ui/client.ts"
import { CONNECT, makeRoom } from "./make-room.ts"
import type { EnteredAhead, JoinAnswer } from "./room-session.ts"

/** Tokens are good for two minutes: one asked for longer ago than this is not used. */
const FRESH_MS = 60_000
/** Nobody stays in a room whose page did not come. */
const UNCLAIMED_MS = 8_000
/** So long, at most, the page waits for the room: less than people notice. */
const PAGE_WAITS_MS = 150

type Entered = EnteredAhead & { room: Room }

/** A room of the video client for whichever class is entered next. */
let prepared: Room | null = null

const asked = new Map<string, { at: number; answer: Promise<JoinAnswer> }>()
const entered = new Map<string, Entered & { timer: ReturnType<typeof setTimeout> }>()

/** Makes what the first connection of a page needs, which takes longer than the way to the server. */
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

/** Asks for the token to a room while the pointer is on its way to the link. */
export function approach(classId: string, deviceId: string): void {
  const before = asked.get(classId)
  if (!isBrowserSupported() || (before && Date.now() - before.at < FRESH_MS)) return
  const answer = browserApi().rooms.join({ class_id: classId, device_id: deviceId })
  // A refusal is told by the page that the link leads to.
  answer.catch(() => undefined)
  asked.set(classId, { at: Date.now(), answer })
  prepare()
}

/**
 * Begins to enter the room as the link is pressed. The result resolves when the page had better be drawn: once the
 * room is entered or can't be, so that drawing takes nothing from shaking hands and is done once, or shortly after
 * where the way is long. Null where nothing is begun.
 */
export function enterAhead(classId: string): Promise<void> | null {
  const token = asked.get(classId)
  asked.delete(classId)
  if (!token || Date.now() - token.at >= FRESH_MS || entered.has(classId)) return null
  const room = prepared ?? makeRoom()
  prepared = null
  const answered = token.answer.then(async (answer) => {
    await room.connect(answer.server_url, answer.token, CONNECT)
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

/** The room that is being entered, if it is; it stays until `claimEntered` says that it is shown. */
export function readEntered(classId: string): Entered | null {
  return entered.get(classId) ?? null
}

export function claimEntered(classId: string): void {
  clearTimeout(entered.get(classId)?.timer)
  entered.delete(classId)
}
