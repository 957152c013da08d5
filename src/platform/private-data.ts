import { chmod, lstat, readdir } from "node:fs/promises"
import { join } from "node:path"

/** Files that this process makes from now on are for its own account only. */
const OWN_ALONE = 0o077
/**
 * What is in a data folder besides PostgreSQL's own files, which belong to another account if root runs the
 * product.
 */
const OURS = [
  "backups",
  "bin",
  "demo-people.json",
  "files",
  "gateway.json",
  "kaksha.pid",
  "lan.json",
  "logs",
  "postgres.password",
  "postgres.port",
  "secrets.json",
  "spool",
  "video",
]
const STICKY = 0o1000

/**
 * Closes a data folder to the other accounts of this machine: new files, and those that earlier releases made
 * readable for everybody. Root's can still be entered, because PostgreSQL runs as another account. Files of
 * other owners are left unchanged.
 */
export async function keepToOwner(dataFolder: string): Promise<void> {
  // Windows has no such modes.
  if (process.platform === "win32") return
  process.umask(OWN_ALONE)
  const found = await lstat(dataFolder).catch(ignoreMissing)
  // A folder that everybody shares, such as /tmp, is not ours to close.
  if (found?.isDirectory() && isOurs(found) && !(found.mode & STICKY)) {
    const entered = process.getuid?.() === 0 ? 0o011 : 0
    await narrow(dataFolder, found.mode, 0o700 | entered)
  }
  for (const name of OURS) await closeTree(join(dataFolder, name))
}

/** Stops at folders that are closed already: other accounts can't reach what is below them. */
async function closeTree(path: string): Promise<void> {
  const found = await lstat(path).catch(ignoreMissing)
  if (!found || found.isSymbolicLink() || !isOurs(found) || !(found.mode & OWN_ALONE)) return
  if (found.isDirectory()) for (const name of await readdir(path)) await closeTree(join(path, name))
  await narrow(path, found.mode, 0o700)
}

function isOurs({ uid }: { uid: number }): boolean {
  return uid === process.getuid?.()
}

async function narrow(path: string, mode: number, allowed: number): Promise<void> {
  const wanted = mode & 0o777 & allowed
  if ((mode & 0o777) !== wanted) await chmod(path, wanted).catch(ignoreReadOnly)
}

function ignoreReadOnly(error: NodeJS.ErrnoException): void {
  // Starting on such a disk reports it, with what to do.
  if (error.code !== "EROFS") throw error
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  // Starting on unreadable files reports it, with what to do.
  if (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "EACCES") return null
  throw error
}
