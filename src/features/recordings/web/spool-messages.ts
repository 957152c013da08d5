import type { SpoolNote } from "./spool-file.ts"

/** What the page asks the worker that keeps recordings; each is answered under its number. */
export type ToSpool =
  | { call: "create"; note: SpoolNote }
  | { call: "append"; id: string; bytes: ArrayBuffer }
  | { call: "end"; id: string }
  | { call: "resume"; id: string }
  | { call: "again"; id: string }
  | { call: "pace"; slow: boolean }
  | { call: "left"; owner: string }
  | { call: "forget"; id: string }

/** Where the upload of a recording stands. */
export type SpoolProgress = {
  id: string
  stored: number
  sent: number
  /** Everything that will ever be there has arrived. */
  done: boolean
  /** The status that the server refused it with for good; 0 while nothing answers, 507 for a full disk. */
  trouble: number | null
  /** The device has no room: the newest part lies in memory. */
  inMemory: boolean
}

export type FromSpool = { answer: number; value?: unknown; error?: string } | { progress: SpoolProgress }
