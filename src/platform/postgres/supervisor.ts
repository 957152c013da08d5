import { mkdir, statfs } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import {
  claimDataFolder,
  type DataFolderClaim,
  DataFolderInUse,
  holdsDataFolder,
  makeDataFolder,
} from "#platform/data-folder.ts"
import type { Log } from "#platform/log/log.ts"
import { type Account, chooseAccount } from "#platform/postgres/account.ts"
import { ensureCluster, readPassword, resetPassword } from "#platform/postgres/cluster.ts"
import { addressesOf, ensureDatabase, servesCluster } from "#platform/postgres/database.ts"
import { nameRefusal, PostgresFailed } from "#platform/postgres/failure.ts"
import { type Binaries, locateBinaries, requireReachable } from "#platform/postgres/locate.ts"
import { choosePort, isPortFree, rememberPort } from "#platform/postgres/port.ts"
import {
  findPostmaster,
  launchPostmaster,
  type Postmaster,
  type Settings,
  stopPostmaster,
  waitUntilReady,
} from "#platform/postgres/postmaster.ts"

export type StartOptions = {
  dataDir: string
  projectRoot: string
  /** Taken exactly. Without it a free port is chosen and remembered in the data folder. */
  port?: number
  /** Shows the person at the terminal a step that takes a moment. */
  report: (line: string) => void
  log: Pick<Log, "info" | "warn" | "error">
  /** Server settings beyond ours. A server found running keeps those it was started with. */
  settings?: Settings
}

export type RunningPostgres = {
  /** The product's database, as the role that owns it. */
  url: string
  /** The server's own database, as its owner: for backups and for making databases. */
  adminUrl: string
  port: number
  /** The server was left running by a copy that was killed. */
  adopted: boolean
  /** The process id of the server; another one after a restart. */
  readonly pid: number
  /** Ends database sessions, saves and stops; waits for the end. */
  stop(): Promise<void>
  /** Stops at once; the next start recovers. */
  kill(): Promise<void>
}

type Installation = {
  dataDir: string
  cluster: string
  binaries: Binaries
  account: Account | null
  password: string
  logFile: string
  settings: Settings
}

const firstPause = 100
const longestPause = 5_000
/** A server that ran this long, in milliseconds, starts the pauses from the shortest again. */
const healthyAfter = 30_000
const portTries = 5
/** The data folders whose PostgreSQL this process supervises: one supervisor each. */
const supervisedHere = new Set<string>()

/**
 * Starts the PostgreSQL of a data folder, creating it on the first run, and keeps it running: when it dies it
 * is started again on the same port. A server left by a killed copy is taken over. Claims the data folder
 * unless this process holds it already. Throws DataFolderInUse, or PostgresFailed with PostgreSQL's last
 * lines and what to do.
 */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const dataDir = await makeDataFolder(options.dataDir)
  if (supervisedHere.has(dataDir)) throw new DataFolderInUse(dataDir, process.pid)
  supervisedHere.add(dataDir)
  let claim: DataFolderClaim | null = null
  const letGo = () => {
    supervisedHere.delete(dataDir)
    claim?.release()
  }
  try {
    if (!(await holdsDataFolder(dataDir))) claim = await claimDataFolder(dataDir)
    const { found, ...installation } = await prepareInstallation({ ...options, dataDir })
    const current = found ?? (await launchOnFreePort(installation, options.port))
    const addresses = addressesOf(installation.password, current.port)
    try {
      await ensureDatabase(addresses.adminUrl, installation.password)
      await rememberPort(installation.dataDir, current.port)
    } catch (error) {
      await stopPostmaster(current, installation.binaries, "INT")
      throw error
    }
    options.log.info({ port: current.port, pid: current.pid, adopted: found !== null }, "PostgreSQL is ready")
    const supervised = supervise(current, installation, options.log)
    const end = (signal: "INT" | "QUIT") => supervised.end(signal).finally(letGo)
    return {
      ...addresses,
      port: current.port,
      adopted: found !== null,
      get pid() {
        return supervised.pid()
      },
      stop: () => end("INT"),
      kill: () => end("QUIT"),
    }
  } catch (error) {
    letGo()
    throw nameRefusal(error, dataDir)
  }
}

async function prepareInstallation(
  options: StartOptions,
): Promise<Installation & { found: Postmaster | null }> {
  const { dataDir } = options
  const cluster = join(dataDir, "postgres")
  const account = await chooseAccount(cluster)
  requireReachable(dataDir, account)
  const binaries = await locateBinaries({ ...options, account })
  await mkdir(join(dataDir, "logs"), { recursive: true })
  const { password, isNew } = await readPassword(dataDir)
  const settings = options.settings ?? {}
  const durable = settings.fsync !== "off"
  const started = Date.now()
  if (await ensureCluster({ dataDir, cluster, binaries, account, password, durable })) {
    options.log.info({ ms: Date.now() - started }, "PostgreSQL's data folder was made")
    options.report(`Made a database in ${cluster}`)
  } else if (isNew) {
    options.log.warn({}, "The password of the database was lost and is renewed")
    const running = await findPostmaster(cluster)
    if (running) await stopPostmaster(running, binaries, "INT")
    await resetPassword(cluster, binaries, account, password)
  }
  const logFile = join(dataDir, "logs", "postgres.log")
  const installation = { dataDir, cluster, binaries, account, password, logFile, settings }
  return { ...installation, found: await adopt(installation, options.log) }
}

/** Takes over a server that runs on the cluster. One of ours that doesn't respond is stopped. */
async function adopt(installation: Installation, log: StartOptions["log"]): Promise<Postmaster | null> {
  const { cluster, binaries, password } = installation
  const found = await findPostmaster(cluster)
  if (!found) return null
  const { adminUrl } = addressesOf(password, found.port)
  if (found.port > 0 && (await waitUntilReady(found, cluster)) && (await servesCluster(adminUrl, cluster))) {
    return found
  }
  log.warn({ pid: found.pid }, "A PostgreSQL found on the data folder doesn't answer and is stopped")
  await stopPostmaster(found, binaries, "INT")
  return findPostmaster(cluster)
}

async function launchOnFreePort(installation: Installation, fixed: number | undefined): Promise<Postmaster> {
  if (fixed !== undefined && !(await isPortFree(fixed))) {
    throw new PostgresFailed(
      `PostgreSQL can't listen on port ${fixed}.`,
      "",
      "Another program uses it: stop that, or choose another port.",
    )
  }
  for (let attempt = 1; ; attempt++) {
    const port = fixed ?? (await choosePort(installation.dataDir))
    try {
      return await launchPostmaster({ ...installation, port })
    } catch (error) {
      // Between our look and PostgreSQL's another program may take the port, and sessions of a killed
      // server end a moment after it.
      const passing = error instanceof PostgresFailed && /already in use|still in use/.test(error.output)
      if (!passing || attempt === portTries) throw error
      await delay(firstPause * 2 ** attempt)
    }
  }
}

function supervise(first: Postmaster, installation: Installation, log: StartOptions["log"]) {
  let current = first
  let ending: Promise<void> | null = null
  const stopped = new AbortController()
  const { signal } = stopped

  const tryRestart = async (): Promise<boolean> => {
    try {
      const found = await adopt(installation, log)
      // The same port, because every pool of the product uses it.
      current = found ?? (await launchPostmaster({ ...installation, port: first.port }))
      log.warn({ pid: current.pid }, "PostgreSQL was started again")
      return true
    } catch (error) {
      log.error({ error: (error as Error).message }, "PostgreSQL could not be started again")
      return false
    }
  }

  const watch = async (): Promise<void> => {
    for (let pause = firstPause; ; ) {
      const since = Date.now()
      const how = await Promise.race([current.exited, whenAborted(signal)])
      if (signal.aborted) return
      log.error({ how }, "PostgreSQL has died and is started again")
      if (Date.now() - since > healthyAfter) pause = firstPause
      do {
        await delay(pause, undefined, { signal }).catch(() => {})
        await whenThereIsSpace(installation.dataDir, log, signal)
        if (signal.aborted) return
        pause = Math.min(pause * 2, longestPause)
      } while (!(await tryRestart()))
    }
  }

  const watching = watch()
  const end = (how: "INT" | "QUIT"): Promise<void> => {
    stopped.abort()
    // A start under way is waited for, so that no server is left behind.
    ending ??= watching.then(() => stopPostmaster(current, installation.binaries, how))
    return ending
  }
  return { pid: () => current.pid, end }
}

/** PostgreSQL recovers into a new segment of its log, of 16 MB: with less free it panics, and again with each try. */
const RECOVERY_BYTES = 20 * 1024 * 1024
const lookForSpaceEvery = 500

/** Waits while the disk is full. Returns at once where that can't be known. */
async function whenThereIsSpace(
  dataDir: string,
  log: StartOptions["log"],
  signal: AbortSignal,
): Promise<void> {
  for (let isTold = false; !signal.aborted; isTold = true) {
    const found = await statfs(dataDir).catch(() => null)
    if (!found || found.bavail * found.bsize >= RECOVERY_BYTES) return
    if (!isTold)
      log.error({ free: found.bavail * found.bsize }, "The disk is full: PostgreSQL waits for space")
    await delay(lookForSpaceEvery, undefined, { signal }).catch(() => {})
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener("abort", () => resolve(), { once: true })
  })
}
