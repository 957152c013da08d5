import type { ChildProcess } from "node:child_process"

const STOP_WITHIN_MS = 5_000

/** Tells a program to end, waits for it, and kills it if it takes too long. */
export function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done()
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS)
    child.once("exit", () => {
      clearTimeout(late)
      done()
    })
    child.kill("SIGTERM")
  })
}
