import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { readFile, rename, rm, writeFile } from "node:fs/promises"
import { setTimeout as wait } from "node:timers/promises"
import { promisify } from "node:util"

/** The server's process, and `owner`, the process that started it. */
export type PidRecord = { pid: number; owner: number }

/** Another living process runs the video server of the same data folder. */
export class VideoServerInUse extends Error {
  override name = "VideoServerInUse"
  readonly owner: number
  constructor(owner: number) {
    super(`process ${owner} already runs the video server of this data folder: stop it first`)
    this.owner = owner
  }
}

/**
 * The command line and parent of a running process, null when there is none (or it is a zombie). Windows
 * offers neither source, so there a leftover server is left alone and the next one takes other ports.
 */
export async function describeProcess(pid: number): Promise<{ parent: number; command: string } | null> {
  if (existsSync("/proc/self/cmdline")) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
    // The name in brackets may contain spaces, so count from its end: state, then parent.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    return command === "" || stat === "" ? null : { parent, command: command.replaceAll("\0", " ").trim() }
  }
  if (process.platform === "win32") return null
  const listed = await promisify(execFile)("ps", ["-o", "ppid=,command=", "-p", String(pid)]).catch(
    () => null,
  )
  const match = listed?.stdout.trim().match(/^(\d+)\s+(.*)$/s)
  return match ? { parent: Number(match[1]), command: match[2] ?? "" } : null
}

export async function writePidFile(path: string, record: PidRecord): Promise<void> {
  const draft = `${path}.${process.pid}.new`
  await writeFile(draft, JSON.stringify(record))
  await rename(draft, path)
}

async function readPidFile(path: string): Promise<PidRecord | null> {
  const text = await readFile(path, "utf8").catch(() => "")
  try {
    const { pid, owner } = JSON.parse(text) as Partial<PidRecord>
    return Number.isInteger(pid) && Number.isInteger(owner)
      ? { pid: Number(pid), owner: Number(owner) }
      : null
  } catch {
    return null
  }
}

/**
 * Ends the server that a killed process left behind, and returns its pid (null when there was none). A pid is
 * believed only if that process was started with this very configuration file, since pids are used again.
 * Throws VideoServerInUse when the server's parent still lives.
 */
export async function endOrphan(pidFile: string, configPath: string): Promise<number | null> {
  const record = await readPidFile(pidFile)
  const running = record && (await describeProcess(record.pid))
  if (!record || !running?.command.includes(configPath)) {
    await rm(pidFile, { force: true })
    return null
  }
  if (running.parent === record.owner) throw new VideoServerInUse(record.owner)
  // A SIGTERM would make it wait for the last participant to leave.
  process.kill(record.pid, "SIGKILL")
  for (let tries = 0; tries < 250 && (await describeProcess(record.pid)); tries += 1) await wait(20)
  await rm(pidFile, { force: true })
  return record.pid
}
