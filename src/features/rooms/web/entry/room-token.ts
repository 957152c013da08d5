import { ask } from "#ui/live/ask.ts"
import type { JoinAnswer } from "./room-phase.ts"

/** Tokens are valid for two minutes; one older than this is not used. */
const FRESH_MS = 60_000

const asked = new Map<string, { at: number; answer: Promise<JoinAnswer> }>()

/** Whether the token to a room was asked for, and can be used. */
export function hasToken(classId: string): boolean {
  const token = asked.get(classId)
  return token !== undefined && Date.now() - token.at < FRESH_MS
}

/**
 * Asks for the token to a room while the pointer approaches the link. It doesn't wait for the room's code: a finger
 * comes without warning, and then the code takes longest.
 */
export function askToken(classId: string, deviceId: string): void {
  if (!("RTCPeerConnection" in globalThis) || hasToken(classId)) return
  const answer = ask(`/classes/${classId}/room/join`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ device_id: deviceId }),
  }).then((answered): Promise<JoinAnswer> => answered.json())
  // The page that the link leads to shows refusals.
  answer.catch(() => undefined)
  asked.set(classId, { at: Date.now(), answer })
}

/** Returns the token that was asked for, to be used once; null if there is none. */
export function takeToken(classId: string): Promise<JoinAnswer> | null {
  const token = hasToken(classId) ? asked.get(classId) : undefined
  asked.delete(classId)
  return token?.answer ?? null
}
