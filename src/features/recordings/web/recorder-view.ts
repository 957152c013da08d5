export type RecorderPhase = "idle" | "starting" | "recording" | "paused" | "saving" | "saved" | "failed"
export type RecorderView = {
  phase: RecorderPhase
  /** What was recorded, without pauses, in milliseconds until `countedAt` (performance.now), null while it rests. */
  recordedMs: number
  countedAt: number | null
  stored: number
  sent: number
  /** Names of those who are left out for want of consent. */
  leftOut: readonly string[]
  hints: readonly ("memory" | "deviceFull" | "background" | "silent")[]
  trouble: number | null
  /** This device has no room: the newest part lies in memory until the server has it. */
  inMemory: boolean
  slow: boolean
}

export const IDLE: RecorderView = {
  phase: "idle",
  recordedMs: 0,
  countedAt: null,
  stored: 0,
  sent: 0,
  leftOut: [],
  hints: [],
  trouble: null,
  inMemory: false,
  slow: false,
}
