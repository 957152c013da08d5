/** The most that one request carries, which is also the least that a bucket takes as a part. */
export const PIECE_BYTES = 5 * 1024 * 1024
/** What one request carries while the class needs the connection for itself. */
const SMALL_PIECE_BYTES = 64 * 1024

export type UploadState = {
  /** How many bytes lie in the spool. */
  stored: number
  /** From where on the server has nothing. */
  sent: number
  /** Nothing more will be recorded. */
  ended: boolean
  /** The connection is poor. */
  slow: boolean
}

/** What to do next: send so many bytes, wait for more, or stop, for the server has everything. */
export function planUpload({ stored, sent, ended, slow }: UploadState): { send: number } | "wait" | "done" {
  const left = stored - sent
  if (left > 0) return { send: Math.min(left, slow && !ended ? SMALL_PIECE_BYTES : PIECE_BYTES) }
  return ended ? "done" : "wait"
}

/** Answers after which trying again as before is of no use, by status; anything else passes by itself. */
const FINAL = new Set([400, 401, 403, 404, 405, 410, 413, 415])

export function isFinal(status: number): boolean {
  return FINAL.has(status)
}

/** A recording that the server has whole can go from this device; anything less is kept. */
export function isSafeToForget(
  server: { received_bytes: number; recording_ended_at: unknown },
  stored: number,
): boolean {
  return server.recording_ended_at !== null && server.received_bytes >= stored
}
