import type { SpoolNote } from "./spool-file.ts"

/**
 * Requests from the page to the worker that stores recordings; each response carries the request's number.
 */
export type ToSpool =
  | { call: "create"; note: SpoolNote }
  | { call: "append"; id: string; bytes: ArrayBuffer }
  | { call: "end"; id: string }
  | { call: "resume"; id: string }
  | { call: "again"; id: string }
  | { call: "pace"; slow: boolean }
  | { call: "left"; owner: string }
  | { call: "forget"; id: string }

/** The progress of a recording's upload. */
export type SpoolProgress = {
  id: string
  stored: number
  sent: number
  /** Everything has arrived, and nothing more will be recorded. */
  done: boolean
  /** The status with which the server refused it for good; 0 while nothing answers, 507 for a full disk. */
  trouble: number | null
  /** The device has no space: the newest part is in memory. */
  inMemory: boolean
}

export type FromSpool = { answer: number; value?: unknown; error?: string } | { progress: SpoolProgress }
