export type RecorderPhase = "idle" | "starting" | "recording" | "paused" | "saving" | "saved" | "failed"
export type RecorderView = {
  phase: RecorderPhase
  /**
   * The recorded time without pauses, in milliseconds until `countedAt` (performance.now), which is null
   * while paused.
   */
  recordedMs: number
  countedAt: number | null
  stored: number
  sent: number
  /** Names of those who are left out because consent is missing. */
  leftOut: readonly string[]
  hints: readonly ("memory" | "deviceFull" | "background" | "silent")[]
  trouble: number | null
  /** The device has no space: the newest part is in memory until the server has it. */
  inMemory: boolean
  slow: boolean
  /** The last try to start failed. */
  startFailed: boolean
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
  startFailed: false,
}
