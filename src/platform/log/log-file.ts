import { mkdirSync, openSync, write, writeSync } from "node:fs"
import { dirname } from "node:path"

/** How much is kept in memory while the destination can't be written, in bytes. The rest is counted and dropped. */
const KEPT_BYTES = 256 * 1024
/** How many bytes may wait for a slow destination. */
const BURST_BYTES = 32 * 1024 * 1024
/** How often a destination that could not be written is tried again, in milliseconds. */
const TRY_EVERY_MS = 500
const WARN = 40

/** How the log itself is doing. */
export type LogState = {
  /** Lines that were dropped since the process started, because they could not be written. */
  dropped_lines: number
  /** Why it can't be written now, as the system's error code; null while it can. */
  failing: string | null
}

/** What each open destination does when the process ends. */
const atTheEnd = new Set<() => void>()

function endAll(): void {
  for (const writeLast of atTheEnd) writeLast()
}

export type LogDestination = { write(line: string): void; state(): LogState }

/**
 * Opens a file, or standard output without one, as the log's destination. A full disk keeps the last lines in memory,
 * drops and counts the rest, and never ends the process: pino's own destination throws there, and at the end of the
 * process tries forever. Once there is space the kept lines are written, followed by one that says how many are
 * missing. Throws when the file can't be opened.
 */
export function openLogDestination(path?: string): LogDestination {
  // Opened at once, so that a process that ends early can write its last lines.
  const fd = path === undefined ? process.stdout.fd : openToAppend(path)
  const state: LogState = { dropped_lines: 0, failing: null }
  let untold = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let writing: Buffer | null = null
  let underWay = false

  function next(): void {
    if (writing || waiting.length === 0) return
    writing = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    writeOn()
  }

  function writeOn(): void {
    if (!writing) return
    underWay = true
    write(fd, writing, (error, written) => {
      underWay = false
      if (!writing) return
      if (error) {
        // A pipe without a reader never gets one again.
        if (error.code === "EPIPE") writing = null
        if (error.code !== "EAGAIN") state.failing = error.code ?? error.message
        setTimeout(writeOn, error.code === "EAGAIN" ? 20 : TRY_EVERY_MS).unref()
        return
      }
      state.failing = null
      const rest = writing.subarray(written)
      writing = rest.length > 0 ? rest : null
      if (writing) return writeOn()
      if (untold > 0) tellDropped()
      next()
    })
  }

  function tellDropped(): void {
    const msg = "The log could not be written for a while, and lines are missing"
    const told = { level: WARN, time: new Date().toISOString(), missing_lines: untold, msg }
    untold = 0
    waiting.push(Buffer.from(`${JSON.stringify(told)}\n`))
  }

  /** Writes what is left when the process ends, as far as there is space. */
  function writeLast(): void {
    try {
      // Skips what was already handed to the system.
      for (
        let last = Buffer.concat(writing && !underWay ? [writing, ...waiting] : waiting);
        last.length > 0;
      ) {
        last = last.subarray(writeSync(fd, last))
      }
    } catch {
      // A clean end stays one.
    }
    writing = null
    waiting = []
  }
  if (atTheEnd.size === 0) process.once("exit", endAll)
  atTheEnd.add(writeLast)

  return {
    write(line) {
      const bytes = Buffer.from(line)
      if (writing && waitingBytes + bytes.length > (state.failing ? KEPT_BYTES : BURST_BYTES)) {
        state.dropped_lines += 1
        untold += 1
        return
      }
      waiting.push(bytes)
      waitingBytes += bytes.length
      next()
    },
    state: () => ({ ...state }),
  }
}

function openToAppend(path: string): number {
  mkdirSync(dirname(path), { recursive: true })
  return openSync(path, "a")
}
