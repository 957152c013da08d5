import { open, readdir, readFile, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"

const LOCK = "install.lock"
const BEAT_MS = 2000
/** A lock untouched for longer belongs to no living process, whatever its pid says. In milliseconds. */
const STALE_AFTER_MS = 15_000
const LOOK_AGAIN_MS = 200

/**
 * Names of unfinished work contain the pid of their maker, so that leftovers of dead processes can be
 * recognised.
 */
export function draftName(folder: string, pid: number): string {
  return join(folder, `unfinished-${pid}-${Date.now()}`)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

// After a restart of a container the new process often has the old one's pid, hence the look at the clock.
async function isStale(path: string): Promise<boolean> {
  const age = await stat(path).then(
    (found) => Date.now() - found.mtimeMs,
    () => null,
  )
  if (age === null) return false
  if (age > STALE_AFTER_MS) return true
  const pid = Number(await readFile(path, "utf8").catch(() => ""))
  // Just made and not yet written.
  return pid > 0 && pid !== process.pid && !isAlive(pid)
}

/** Removes what killed earlier tries left behind. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(name.match(/^unfinished-(\d+)-/)?.[1])
    if (pid && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Runs `work` while no other process does in this folder; waits as long as another one is alive and at it,
 * calling `onWait` once. The lock spares a second download; that two never write into one file is up to the
 * drafts, which each process names for itself.
 */
export async function holdingInstallLock<T>(
  folder: string,
  signal: AbortSignal | undefined,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const path = join(folder, LOCK)
  for (let waited = false; ; ) {
    signal?.throwIfAborted()
    const file = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return null
      throw error
    })
    if (file) {
      await file.writeFile(String(process.pid))
      await file.close()
      break
    }
    if (await isStale(path)) {
      await rm(path, { force: true })
      continue
    }
    if (!waited) onWait()
    waited = true
    await wait(LOOK_AGAIN_MS, undefined, { signal })
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), BEAT_MS)
  try {
    await removeLeftovers(folder)
    return await work()
  } finally {
    clearInterval(beat)
    await rm(path, { force: true })
  }
}
