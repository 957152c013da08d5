import { execFileSync } from "node:child_process"
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const BLOCK = 4_096

/** A disk of its own with so many bytes that can be filled. */
export type SmallDisk = {
  folder: string
  /** Fills the disk except for so many bytes. */
  fill(leaving?: number): void
  /** Takes every name that is left, so that not even an empty file finds room. */
  fillNames(): void
  /** Gives the room back. */
  free(): void
  close(): void
}

/**
 * Mounts a small disk with space for so many bytes and files. If this account may not mount, returns null
 * with a message on it, and throws where faults are proved, because nothing else is a full disk.
 */
export function mountSmallDisk(
  bytes: number,
  folder = mkdtempSync(join(tmpdir(), "kaksha-disk-")),
  files = 10_000,
) {
  const how = ["-t", "tmpfs", "-o", `size=${bytes},nr_inodes=${files},mode=0777`, "tmpfs", folder]
  const command = [["mount"], ["sudo", "-n", "mount"]].find((words) => run([...words, ...how]))
  if (!command) {
    if (process.env.FAULTS) throw new Error("A small disk can't be mounted here: it takes root, or sudo")
    console.warn("A small disk can't be mounted here: a full one is played by a store that refuses")
    return null
  }
  return smallDisk(folder, [...command.slice(0, -1), "umount", "--lazy"])
}

/** A disk of its own that can break as one whose errors make the system take it from writing, files open or not. */
export type BreakingDisk = { folder: string; breakDown(): void; mend(): void; close(): void }

/**
 * Mounts such a disk with space for so many bytes. If this account may not mount, returns null, or throws, as
 * above.
 */
export function mountBreakingDisk(bytes: number): BreakingDisk | null {
  const base = mkdtempSync(join(tmpdir(), "kaksha-breaking-"))
  const [image, folder] = [join(base, "image"), join(base, "disk")]
  mkdirSync(folder)
  chmodSync(base, 0o755)
  writeFileSync(image, "")
  truncateSync(image, bytes)
  const mount = () => run(["mount", "-o", "loop", image, folder])
  const unmount = () => run(["umount", "--lazy", folder])
  const remove = () => rmSync(base, { recursive: true, force: true })
  if (!run(["mkfs.ext4", "-q", "-F", image]) || !mount()) {
    remove()
    if (process.env.FAULTS)
      throw new Error("A disk that breaks can't be mounted here: it takes root and mkfs.ext4")
    console.warn("A disk that breaks can't be mounted here")
    return null
  }
  chmodSync(folder, 0o777)
  return {
    folder,
    breakDown() {
      // What the system has not written yet would be gone with the disk, which is another fault.
      if (!run(["sync", "-f", folder]) || !run(["mount", "-o", "remount,abort", folder]))
        throw new Error("the disk does not break")
    },
    mend() {
      if (!unmount() || !mount()) throw new Error("the disk does not come back")
    },
    close() {
      if (unmount()) remove()
    },
  }
}

function run([program = "", ...words]: string[]): boolean {
  try {
    execFileSync(program, words, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

function smallDisk(folder: string, unmount: string[]): SmallDisk {
  const [filler, names] = [join(folder, "filler"), join(folder, "names")]
  return {
    folder,
    fill(leaving = 0) {
      const file = openSync(filler, "a")
      try {
        for (const block = Buffer.alloc(16 * BLOCK); ; ) writeSync(file, block)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error
        ftruncateSync(file, Math.max(0, statSync(filler).size - leaving))
      } finally {
        closeSync(file)
      }
    },
    fillNames() {
      mkdirSync(names, { recursive: true })
      try {
        for (let name = 0; ; name += 1) closeSync(openSync(join(names, String(name)), "w"))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error
      }
    },
    free() {
      rmSync(filler, { force: true })
      rmSync(names, { recursive: true, force: true })
    },
    close() {
      if (run([...unmount, folder])) rmSync(folder, { recursive: true, force: true })
    },
  }
}
