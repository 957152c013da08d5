/** The most that one request carries, which is also the smallest part that a bucket accepts. */
export const PIECE_BYTES = 5 * 1024 * 1024
/** The most that one request carries while the class needs the connection. */
const SMALL_PIECE_BYTES = 64 * 1024

export type UploadState = {
  /** How many bytes are in the spool. */
  stored: number
  /** The offset up to which the server has it. */
  sent: number
  /** Nothing more will be recorded. */
  ended: boolean
  /** The connection is poor. */
  slow: boolean
}

/** Returns the next step: send this many bytes, wait for more, or stop, because the server has everything. */
export function planUpload({ stored, sent, ended, slow }: UploadState): { send: number } | "wait" | "done" {
  const left = stored - sent
  if (left > 0) return { send: Math.min(left, slow && !ended ? SMALL_PIECE_BYTES : PIECE_BYTES) }
  return ended ? "done" : "wait"
}

/** Statuses after which retrying the same is useless; any other error is temporary. */
const FINAL = new Set([400, 401, 403, 404, 405, 410, 413, 415])

export function isFinal(status: number): boolean {
  return FINAL.has(status)
}

/** Whether a recording can be deleted from this device: only if the server has all of it. */
export function isSafeToForget(
  server: { received_bytes: number; recording_ended_at: unknown },
  stored: number,
): boolean {
  return server.recording_ended_at !== null && server.received_bytes >= stored
}
