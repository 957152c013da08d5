import type { Room } from "livekit-client"
import { browserApi } from "#ui/client.ts"
import { CONNECT, makeRoom } from "./make-room.ts"
import type { JoinAnswer } from "./room-session.ts"

/** Tokens are good for two minutes: one asked for longer ago than this is not used. */
const FRESH_MS = 60_000
/** Nobody stays in a room whose page did not come. */
const UNCLAIMED_MS = 8_000

type Entered = { room: Room; answered: Promise<JoinAnswer> }

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
  if (before && Date.now() - before.at < FRESH_MS) return
  const answer = browserApi().rooms.join({ class_id: classId, device_id: deviceId })
  // A refusal is told by the page that the link leads to.
  answer.catch(() => undefined)
  asked.set(classId, { at: Date.now(), answer })
  prepare()
}

/** Begins to enter the room as the link is pressed, while its page is on the way. */
export function enterAhead(classId: string): void {
  const token = asked.get(classId)
  asked.delete(classId)
  if (!token || Date.now() - token.at >= FRESH_MS || entered.has(classId)) return
  const room = prepared ?? makeRoom()
  prepared = null
  const answered = token.answer.then(async (answer) => {
    await room.connect(answer.server_url, answer.token, CONNECT)
    return answer
  })
  answered.catch(() => undefined)
  const timer = setTimeout(() => {
    entered.delete(classId)
    void room.disconnect()
  }, UNCLAIMED_MS)
  entered.set(classId, { room, answered, timer })
}

/** The room that is being entered, if it is; it stays until `claimEntered` says that it is shown. */
export function readEntered(classId: string): Entered | null {
  return entered.get(classId) ?? null
}

export function claimEntered(classId: string): void {
  clearTimeout(entered.get(classId)?.timer)
  entered.delete(classId)
}
