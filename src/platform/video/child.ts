import { spawn } from "node:child_process"
import { createWriteStream, existsSync, renameSync, type WriteStream } from "node:fs"
import { createInterface } from "node:readline"
import { setTimeout as wait } from "node:timers/promises"

/** The part of a pino logger that is used here. */
export type VideoLog = Record<"debug" | "info" | "warn" | "error", (fields: object, message: string) => void>

export type ServerExit = { code: number | null; signal: NodeJS.Signals | null; error?: Error }

/** One run of the server. `exited` resolves when it is gone or could not be started. */
export type ServerChild = {
  pid: number | undefined
  exited: Promise<ServerExit>
  isRunning(): boolean
  kill(signal: NodeJS.Signals): void
}

const LARGEST_LOG_BYTES = 20_000_000

/** A log file that keeps one older generation, begun anew at each start and when it has grown to 20 MB. */
function openServerLog(path: string) {
  let stream: WriteStream
  let size = 0
  const begin = () => {
    if (existsSync(path)) renameSync(path, `${path}.1`)
    size = 0
    stream = createWriteStream(path, { mode: 0o600 })
    // A full disk must not take the classes down with it.
    stream.on("error", () => undefined)
  }
  begin()
  return {
    write(line: string) {
      if (size > LARGEST_LOG_BYTES) {
        stream.end()
        begin()
      }
      size += line.length + 1
      stream.write(`${line}\n`)
    },
    close: () => stream.end(),
  }
}

function forward(line: string, log: VideoLog) {
  try {
    const { level, msg, ts: _, ...fields } = JSON.parse(line) as { level: string; msg: string; ts: number }
    if (level === "error" || level === "warn") log[level]({ videoServer: fields }, `video server: ${msg}`)
  } catch {
    // What isn't JSON is the reason why it can't start, or a crash.
    if (line.trim() !== "") log.warn({}, `video server: ${line}`)
  }
}

/**
 * Starts the server with none of our environment, because it reads settings such as LIVEKIT_KEYS and UDP_PORT
 * from there which outrank the file. It leads a process group of its own, so that Ctrl-C in a terminal
 * reaches only us and we control its end.
 */
export function startServer(options: {
  binary: string
  configPath: string
  cwd: string
  logPath: string
  log: VideoLog
}): ServerChild {
  const { binary, configPath, cwd, logPath, log } = options
  const file = openServerLog(logPath)
  const child = spawn(binary, ["--config", configPath], {
    cwd,
    env: {},
    detached: true,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
  })
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => {
      file.write(line)
      forward(line, log)
    })
  }
  const exited = new Promise<ServerExit>((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, error }))
    child.once("close", (code, signal) => resolve({ code, signal }))
  })
  exited.then(() => file.close())
  return {
    pid: child.pid,
    exited,
    isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    kill: (signal) => child.kill(signal),
  }
}

/**
 * Ends a server within 5 s. The first SIGTERM only makes it wait for the last participant to leave, the
 * second makes it disconnect everybody and exit, which lets browsers know at once; SIGKILL is for one that
 * hangs. (In its first 100 ms it also ignores a first SIGTERM.)
 */
export async function endServer(child: ServerChild): Promise<void> {
  const steps: [signal: NodeJS.Signals, patienceMs: number][] = [
    ["SIGTERM", 300],
    ["SIGTERM", 3500],
    ["SIGKILL", 1000],
  ]
  for (const [signal, patienceMs] of steps) {
    if (!child.isRunning()) break
    child.kill(signal)
    const timer = new AbortController()
    const patience = wait(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined)
    await Promise.race([child.exited, patience])
    timer.abort()
  }
}
