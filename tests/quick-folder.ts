import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { DAY } from "../src/shared/time.ts"

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm"
/** More than all tests and journeys of a run have at one time, in bytes. */
const NEEDED = 4 * 1024 ** 3

/**
 * Has the tests of this process and its children keep their temporary files in memory, where there is enough of it and
 * nobody chose another place. The database of a test is a thousand small files, and on a disk making and deleting them
 * was half of the work. What runs that were killed left there is deleted after a day.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR || freeBytes() < NEEDED) return
  const folder = join(MEMORY, `kaksha-tests-${userInfo().uid}`)
  // The account that PostgreSQL runs under has to pass through it.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true })
  }
  process.env.TMPDIR = folder
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize
  } catch {
    return 0
  }
}
