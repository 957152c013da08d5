import { execFile } from "node:child_process"
import { readFile, readlink } from "node:fs/promises"
import { basename } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

export type ProcessState = {
  /** False for a process that is gone and for a zombie, which still accepts signal 0. */
  alive: boolean
  /** Distinguishes a process from a later one with the same id; null if the system doesn't say. */
  startMark: string | null
}

const gone: ProcessState = { alive: false, startMark: null }

/** Says whether a process runs, and when it was started. Never throws. */
export async function readProcessState(pid: number): Promise<ProcessState> {
  if (!Number.isInteger(pid) || pid <= 0 || !answersSignals(pid)) return gone
  if (process.platform === "linux") return readLinuxState(pid)
  if (process.platform === "win32") return { alive: true, startMark: null }
  const line = await askPs(pid, "stat=,lstart=")
  if (!line || line.startsWith("Z")) return gone
  return { alive: true, startMark: line.slice(line.indexOf(" ")).trim() }
}

/**
 * Returns whether a process is the PostgreSQL that runs in the folder `cluster` (a real path). Null if the
 * system doesn't say (Windows).
 */
export async function isPostgresOf(pid: number, cluster: string): Promise<boolean | null> {
  if (process.platform === "win32") return null
  if (process.platform !== "linux") {
    const command = (await askPs(pid, "command=")) ?? ""
    return /(^|\/)postgres /.test(command) && command.includes(cluster)
  }
  try {
    // PostgreSQL makes its data folder its working folder. Another account's link can't be read,
    // and a server of another account isn't ours.
    const folder = await readlink(`/proc/${pid}/cwd`)
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8")
    return folder === cluster && basename(command.split("\0")[0] ?? "").startsWith("postgres")
  } catch {
    return false
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

async function readLinuxState(pid: number): Promise<ProcessState> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8")
    // The command's name is in brackets and may contain any character, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    if (fields[0] === "Z" || fields[0] === "X") return gone
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8")
    return { alive: true, startMark: `${boot.trim()}:${fields[19]}` }
  } catch {
    return answersSignals(pid) ? { alive: true, startMark: null } : gone
  }
}

async function askPs(pid: number, columns: string): Promise<string | null> {
  try {
    const { stdout } = await run("ps", ["-o", columns, "-p", String(pid)], {
      env: { LC_ALL: "C", TZ: "UTC" },
    })
    return stdout.trim() || null
  } catch {
    return null
  }
}
