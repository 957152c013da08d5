import type { Progress } from "#platform/backup/progress.ts"

/** Lines for the person at the terminal. Everything else goes to the log. */
export function say(line = ""): void {
  console.log(line)
}

export function complain(line: string): void {
  console.error(line)
}

const started = performance.now()

/** A progress line with the seconds since the start. */
export function report(line: string): void {
  say(`  ${((performance.now() - started) / 1_000).toFixed(1).padStart(5)} s  ${line}`)
}

/** Shows how far a long step has come, on one line that is written over; nothing where no person watches. */
export function showProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  let shownAt = 0
  let shown = false
  function show(line: string): void {
    if (!out.isTTY || performance.now() - shownAt < REFRESH_MS) return
    shownAt = performance.now()
    shown = true
    out.write(`\r\x1b[K  ${line}`)
  }
  return {
    part: (step, done, all) => show(`${step}: ${done} of ${all}`),
    bytes: (step, done, all) =>
      show(`${step}: ${inMegabytes(done)}${all ? ` of ${inMegabytes(all)} MB` : " MB"}`),
    done() {
      if (shown) out.write("\r\x1b[K")
      shown = false
    },
  }
}

const REFRESH_MS = 200

function inMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)
}
