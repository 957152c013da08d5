import { stat, statfs } from "node:fs/promises"

/**
 * Uploads and backups stop while this many bytes are free, so that the database on the same disk keeps
 * working.
 */
export const KEEP_FREE = 256 * 1024 * 1024

/** Writing more would take what is kept free for the database. */
export class ReserveReached extends Error {
  override name = "ReserveReached"
}

/** Returns how many bytes are free on a folder's disk; infinitely many where that can't be known. */
export async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null)
  return found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY
}

/** Whether two folders share a disk. */
export async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [{ dev }, found] = await Promise.all([stat(one), stat(other).catch(() => null)])
  return dev === found?.dev
}
