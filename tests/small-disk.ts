import { execFileSync } from "node:child_process"
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const BLOCK = 4_096

/** A disk of its own that holds so many bytes and can be filled. */
export type SmallDisk = {
  folder: string
  /** Takes all the room there is but so many bytes. */
  fill(leaving?: number): void
  /** Gives the room back. */
  free(): void
  close(): void
}

/** Mounts a small disk, or answers null with a word on why where this account may not. */
export function mountSmallDisk(bytes: number, folder = mkdtempSync(join(tmpdir(), "kaksha-disk-"))) {
  const how = ["-t", "tmpfs", "-o", `size=${bytes},mode=0777`, "tmpfs", folder]
  const command = [["mount"], ["sudo", "-n", "mount"]].find((words) => run([...words, ...how]))
  if (!command) {
    console.warn("A small disk can't be mounted here: a full one is played by a store that refuses")
    return null
  }
  return smallDisk(folder, [...command.slice(0, -1), "umount", "--lazy"])
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
  const filler = join(folder, "filler")
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
    free: () => rmSync(filler, { force: true }),
    close() {
      if (run([...unmount, folder])) rmSync(folder, { recursive: true, force: true })
    },
  }
}
