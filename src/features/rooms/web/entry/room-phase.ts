export type JoinAnswer = {
  server_url: string
  token: string
  role: "student" | "instructor"
  identity: string
  voice_counts: boolean
  recordable: boolean
  sound: "speech" | "music"
  /** What a meeting on Jitsi is opened with; null for a room of our own. */
  meeting: { domain: string; script_url: string; room_name: string; may_record: boolean } | null
}

/**
 * The connection's phase. `reconnecting` was inside and rejoins automatically; `refused` needs the person to
 * act; `elsewhere` means this browser joined again in another tab.
 */
export type RoomPhase =
  | { kind: "joining" | "connected" | "reconnecting" | "elsewhere" | "over" | "left" }
  | { kind: "refused"; code: string }

/** The code if no server answered at all. */
export const OFFLINE = "OFFLINE"

/** The code if the browser doesn't support video calls. */
export const NO_CALLS = "NO_CALLS"

/** Refusals that waiting doesn't change. Anything else may pass, so people who were inside try again. */
export const FINAL_CODES = new Set([
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "ENROLMENT_REQUIRED",
  "REQUEST_PENDING",
  "REQUEST_DENIED",
  "DEMO_REQUEST_REQUIRED",
  "CLASS_NOT_READY",
  "REMOVED_FROM_CLASS",
  "CONSENT_REQUIRED",
  "ROOM_LOCKED",
  NO_CALLS,
])

const FIRST_DELAY_MS = 300
const LONGEST_DELAY_MS = 10_000

/** Milliseconds before the nth reconnect (from 0): doubling to 10 s, the last third of it random. */
export function returnDelay(attempt: number, random = Math.random()): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10))
  return full * (1 - random / 3)
}
