import { constants, unlinkSync } from "node:fs"
import { access, chmod, mkdir, open, readFile, realpath, stat, unlink } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { readProcessState } from "#platform/postgres/process-state.ts"

export type DataFolderClaim = {
  /** The claimed folder, as a real path. */
  dataDir: string
  /** Gives the folder back. May be called more than once. */
  release(): void
}

/** Another running copy of the product uses the data folder. */
export class DataFolderInUse extends Error {
  override name = "DataFolderInUse"
  pid: number
  dataDir: string

  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by another copy of Kaksha (process ${pid}). ` +
        `Stop that one first, or choose another data folder. ` +
        `If process ${pid} is something else, delete ${lockFile(dataDir)}.`,
    )
    this.pid = pid
    this.dataDir = dataDir
  }
}

/** The data folder can't be used. The message says why and what to do. */
export class DataFolderUnusable extends Error {
  override name = "DataFolderUnusable"
}

/**
 * Turns a file system error about the data folder into one with a clear message; returns other errors
 * unchanged.
 */
function nameProblem(error: unknown, dataDir: string): unknown {
  const elsewhere = "set KAKSHA_DATA to another folder"
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOTDIR":
    case "EEXIST":
      return new DataFolderUnusable(
        `The data folder ${dataDir} is a file or is inside one. Move the file away, or ${elsewhere}.`,
      )
    case "EROFS":
      return new DataFolderUnusable(
        `The data folder ${dataDir} is on a disk that can only be read. Mount it for writing, or ${elsewhere}.`,
      )
    case "EACCES":
    case "EPERM":
      return new DataFolderUnusable(
        `This account may not write to the data folder ${dataDir}. Start Kaksha from the account that owns it, or ${elsewhere}.`,
      )
    case "ENOSPC":
    case "EDQUOT":
      return new DataFolderUnusable(
        `The disk of the data folder ${dataDir} is full. Free some space and start again; nothing that was saved is lost.`,
      )
    default:
      return error
  }
}

/** How long a lock without readable content may take to be written, in milliseconds. */
const writingGrace = 2_000
/** A take-over lasts milliseconds; one this old was killed in the middle, in milliseconds. */
const takeoverGrace = 10_000

const claimedHere = new Set<string>()

const lockFile = (dataDir: string) => join(dataDir, "kaksha.pid")

/**
 * Makes the data folder if it is missing and claims it for this process. The lock of a killed copy is taken
 * over. Throws DataFolderInUse, naming the process, while another copy runs on the folder.
 */
export async function claimDataFolder(dataDir: string): Promise<DataFolderClaim> {
  try {
    return await claim(dataDir)
  } catch (error) {
    throw nameProblem(error, resolve(dataDir))
  }
}

async function claim(dataDir: string): Promise<DataFolderClaim> {
  const folder = await makeDataFolder(dataDir)
  const file = lockFile(folder)
  const mine = `${process.pid}\n${(await readProcessState(process.pid)).startMark ?? ""}\n`
  while (!(await writeNewFile(file, mine))) {
    const pid = await findClaimant(folder)
    if (pid !== null) throw new DataFolderInUse(folder, pid)
    if (!(await removeStaleLock(folder))) await delay(20)
  }
  claimedHere.add(folder)
  let released = false
  const release = () => {
    if (released) return
    released = true
    claimedHere.delete(folder)
    try {
      unlinkSync(file)
    } catch (error) {
      // Deleting the data folder deletes the lock with it. On a disk that became read-only the lock stays,
      // and the next start takes it over.
      if (!/^(ENOENT|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error
    }
  }
  return { dataDir: folder, release }
}

/** Returns whether this very process holds the folder. */
export async function holdsDataFolder(dataDir: string): Promise<boolean> {
  return claimedHere.has(await realpath(dataDir).catch(() => resolve(dataDir)))
}

/** Returns the process that runs on the folder, or null when it is free or its owner was killed. */
export async function findClaimant(dataDir: string): Promise<number | null> {
  const lock = await readLock(lockFile(dataDir))
  return typeof lock === "number" ? lock : null
}

/** Returns the process that holds a lock, or why none does. */
async function readLock(file: string): Promise<number | "missing" | "stale"> {
  const deadline = Date.now() + writingGrace
  for (;;) {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      // A data folder that is a file is reported where it is used.
      if (error.code === "ENOTDIR") return null
      return ignoreMissing(error)
    })
    if (text === null) return "missing"
    const [pidText = "", mark = ""] = text.split("\n")
    if (text.endsWith("\n") && /^\d+$/.test(pidText)) {
      const state = await readProcessState(Number(pidText))
      const reused = mark !== "" && state.startMark !== null && state.startMark !== mark
      return state.alive && !reused ? Number(pidText) : "stale"
    }
    // Created and not yet written, or its writer was killed in between.
    if (Date.now() > deadline) return "stale"
    await delay(20)
  }
}

/**
 * Makes a folder and its missing parents and returns its real path. Throws DataFolderUnusable. As root other
 * accounts can enter it, because PostgreSQL refuses to run as root; its parents are made one by one, because
 * a recursive mkdir would apply the mode to them too.
 */
export async function makeDataFolder(dataDir: string): Promise<string> {
  const folder = resolve(dataDir)
  try {
    await makeOpenFolder(folder)
    await access(folder, constants.W_OK)
    return await realpath(folder)
  } catch (error) {
    throw nameProblem(error, folder)
  }
}

async function makeOpenFolder(folder: string): Promise<void> {
  const missing: string[] = []
  for (let path = folder; !(await exists(path)); path = dirname(path)) missing.unshift(path)
  for (const path of missing) {
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error
    })
    // Not by mkdir's mode, which the umask narrows.
    await chmod(path, 0o755)
  }
  if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" })
  if (missing.length > 0) await chmod(folder, 0o700)
  if (process.getuid?.() === 0) await chmod(folder, ((await stat(folder)).mode & 0o777) | 0o011)
}

/** Deletes a lock whose owner is dead; one process at a time, so that no fresh lock is deleted. */
async function removeStaleLock(dataDir: string): Promise<boolean> {
  const turn = `${lockFile(dataDir)}.takeover`
  if (!(await writeNewFile(turn, ""))) {
    const made = await stat(turn).catch(ignoreMissing)
    if (made && Date.now() - made.mtimeMs > takeoverGrace) await unlink(turn).catch(ignoreMissing)
    return false
  }
  try {
    // A missing lock was deleted by the process that had the turn before, and there may be a fresh one by
    // now.
    if ((await readLock(lockFile(dataDir))) === "stale") await unlink(lockFile(dataDir)).catch(ignoreMissing)
    return true
  } finally {
    await unlink(turn).catch(ignoreMissing)
  }
}

async function writeNewFile(path: string, text: string): Promise<boolean> {
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return null
    throw error
  })
  if (!file) return false
  try {
    await file.writeFile(text)
    return true
  } catch (error) {
    // On a full disk an empty lock would be left behind.
    await unlink(path)
    throw error
  } finally {
    await file.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreMissing)) !== null
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null
  throw error
}
