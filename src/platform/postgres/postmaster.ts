import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { open, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import type { Account } from "#platform/postgres/account.ts"
import { lastLines, PostgresFailed } from "#platform/postgres/failure.ts"
import type { Binaries } from "#platform/postgres/locate.ts"
import { isPostgresOf, readProcessState } from "#platform/postgres/process-state.ts"

/** A PostgreSQL server process, started by us or found running. */
export type Postmaster = {
  pid: number
  port: number
  /** Resolves with a description once the process has ended. Never rejects. */
  exited: Promise<string>
}

export type Settings = Record<string, string | number>

/** After crashes recovery replays the log; a server that takes longer than this, in ms, is given up. */
const startLimit = 600_000
const pollEvery = 20
/** A fast shutdown that isn't done after this, in milliseconds, is made immediate. */
const fastShutdownLimit = 8_000
const immediateShutdownLimit = 5_000
const logSizeLimit = 5_000_000

/** Returns the contents of a cluster's process id file; null when there is none. */
export async function readPidFile(
  cluster: string,
): Promise<{ pid: number; port: number; status: string } | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null
      throw error
    },
  )
  if (text === null) return null
  const lines = text.split("\n")
  // A single-user server writes its id negated.
  return {
    pid: Math.abs(Number.parseInt(lines[0] ?? "", 10)),
    port: Number(lines[3] ?? ""),
    status: lines[7]?.trim() ?? "",
  }
}

/**
 * Finds the server that runs on a cluster. A process id file that names no process, a zombie or a
 * stranger is stale and is deleted, for PostgreSQL itself would refuse to start beside it.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = await readPidFile(cluster)
  if (!file) return null
  const state = await readProcessState(file.pid)
  if (!state.alive || (await isPostgresOf(file.pid, cluster)) === false) {
    await rm(join(cluster, "postmaster.pid"), { force: true })
    return null
  }
  return { pid: file.pid, port: file.port, exited: watchProcess(file.pid, state.startMark) }
}

/** Starts a server and waits until it takes connections. Throws PostgresFailed with its last lines. */
export async function launchPostmaster(options: {
  binaries: Binaries
  cluster: string
  port: number
  logFile: string
  account: Account | null
  settings: Settings
}): Promise<Postmaster> {
  const { cluster, port, logFile, account } = options
  await rotateLog(logFile)
  const settings: Settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    ...options.settings,
  }
  // It contains failing statements with their values.
  const log = await open(logFile, "a", 0o600)
  const written = (await log.stat()).size
  const child = spawn(
    options.binaries.postgres,
    ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      cwd: cluster,
      env: cleanEnvironment(),
      // A file and not a pipe, so that a server which outlives this process keeps its log.
      stdio: ["ignore", log.fd, log.fd],
      // Its own process group: Ctrl-C is for the product, which drains before it stops the database.
      detached: process.platform !== "win32",
      windowsHide: true,
      ...(account && { uid: account.uid, gid: account.gid }),
    },
  )
  const exited = once(child, "exit").then(
    ([code, signal]) => (signal ? `killed by ${signal}` : `exit code ${code}`),
    (error: Error) => error.message,
  )
  await log.close()
  if (child.pid === undefined) throw new PostgresFailed("PostgreSQL could not be started.", await exited)
  const postmaster = { pid: child.pid, port, exited }
  if (await waitUntilReady(postmaster, cluster)) return postmaster
  if ((await readProcessState(child.pid)).alive) await stopPostmaster(postmaster, options.binaries, "QUIT")
  const output = (await readFile(logFile)).subarray(written).toString("utf8")
  throw new PostgresFailed(
    `PostgreSQL did not start (${await exited}).`,
    lastLines(output.replace(/^\S+ \S+ UTC \[\d+\] /gm, "")),
  )
}

/** Waits until a server takes connections; false when it ended, or took too long. */
export async function waitUntilReady(postmaster: Postmaster, cluster: string): Promise<boolean> {
  let ended = false
  void postmaster.exited.then(() => {
    ended = true
  })
  for (const deadline = Date.now() + startLimit; !ended && Date.now() < deadline; await delay(pollEvery)) {
    const file = await readPidFile(cluster)
    if (file?.pid === postmaster.pid && file.status === "ready") return true
  }
  return false
}

/** Stops a server: INT ends sessions and saves, QUIT leaves the rest to recovery at the next start. */
export async function stopPostmaster(
  postmaster: Postmaster,
  binaries: Binaries,
  first: "INT" | "QUIT",
): Promise<void> {
  if (await endsWithin(postmaster, 0)) return
  if (first === "INT") {
    await sendSignal(postmaster.pid, "INT", binaries)
    if (await endsWithin(postmaster, fastShutdownLimit)) return
  }
  await sendSignal(postmaster.pid, "QUIT", binaries)
  if (await endsWithin(postmaster, immediateShutdownLimit)) return
  await sendSignal(postmaster.pid, "KILL", binaries)
  await postmaster.exited
}

/** An environment without the product's secrets and without PG* variables, which PostgreSQL reads. */
export function cleanEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === "win32" ? undefined : { PATH: "/usr/bin:/bin", LC_ALL: "C" }
}

async function endsWithin(postmaster: Postmaster, limit: number): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(limit, false, { signal: timer.signal }).catch(() => false)
  const ended = await Promise.race([postmaster.exited.then(() => true), late])
  timer.abort()
  return ended
}

async function sendSignal(pid: number, signal: "INT" | "QUIT" | "KILL", binaries: Binaries): Promise<void> {
  // Windows has no signals; PostgreSQL listens for them on a pipe that pg_ctl knows.
  if (process.platform === "win32" && signal !== "KILL") {
    await promisify(execFile)(binaries.pgCtl, ["kill", signal, String(pid)])
    return
  }
  try {
    process.kill(pid, `SIG${signal}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

/** A process that isn't our child reports nothing, so it is polled ten times a second. */
async function watchProcess(pid: number, startMark: string | null): Promise<string> {
  for (;;) {
    const state = await readProcessState(pid)
    if (!state.alive || state.startMark !== startMark) return "the process is gone"
    await delay(100, undefined, { ref: false })
  }
}

async function rotateLog(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0
  if (size > logSizeLimit) await rename(logFile, `${logFile}.1`)
}
