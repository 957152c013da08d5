import type { Progress } from "#platform/backup/progress.ts"
import type { LongStep } from "#platform/long-step.ts"

/**
 * How often the line of a long step is refreshed on a terminal, and how often it is printed elsewhere, in
 * milliseconds.
 */
const REFRESH_MS = 200
const TELL_EVERY_MS = 15_000

/** Where lines go. On a terminal one can be written over. */
export type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number }

/** Clears the line with the cursor and goes back to its beginning. */
const CLEAR = "\r\x1b[K"

/**
 * Lines for the person at the terminal. The last line is the latest step still under way, with the seconds
 * since its start; without a terminal it is printed every 15 s. Steps go to the error output, so that the
 * output of a command can be piped on.
 */
export function openConsole(out: Output, errors: Output) {
  const started = performance.now()
  const underWay: { line: string; toldAt: number }[] = []
  let drawn = false
  let timer: ReturnType<typeof setInterval> | null = null

  const withSeconds = (line: string) =>
    `  ${((performance.now() - started) / 1_000).toFixed(1).padStart(5)} s  ${line}`

  function clear(): void {
    if (drawn) errors.write(CLEAR)
    drawn = false
  }

  function draw(): void {
    const step = underWay.at(-1)
    if (!errors.isTTY || !step) return
    // One that is broken over two lines can't be taken away.
    errors.write(CLEAR + withSeconds(step.line).slice(0, (errors.columns ?? 80) - 1))
    drawn = true
  }

  function write(to: Output, line: string): void {
    clear()
    to.write(`${line}\n`)
    draw()
  }

  function tick(): void {
    draw()
    if (errors.isTTY) return
    for (const step of underWay) {
      if (performance.now() - step.toldAt < TELL_EVERY_MS) continue
      step.toldAt = performance.now()
      write(errors, withSeconds(step.line))
    }
  }

  function longStep(line: string): LongStep {
    const step = { line, toldAt: performance.now() }
    underWay.push(step)
    draw()
    // A step that is forgotten doesn't keep the process.
    timer ??= setInterval(tick, REFRESH_MS).unref()
    return {
      show(shown) {
        step.line = shown
      },
      done() {
        const index = underWay.indexOf(step)
        if (index < 0) return
        underWay.splice(index, 1)
        clear()
        draw()
        if (underWay.length > 0 || !timer) return
        clearInterval(timer)
        timer = null
      },
    }
  }

  /** Shows the steps of a backup, one after the other. */
  function showProgress(): Progress {
    let step: LongStep | null = null
    const show = (line: string) => {
      step ??= longStep(line)
      step.show(line)
    }
    return {
      part: (name, done, all) => show(`${name}: ${done} of ${all}`),
      bytes: (name, done, all) =>
        show(`${name}: ${inMegabytes(done)}${all ? ` of ${inMegabytes(all)} MB` : " MB"}`),
      done() {
        step?.done()
        step = null
      },
    }
  }

  return {
    say: (line = "") => write(out, line),
    complain: (line: string) => write(errors, line),
    /** A line with the seconds since the start. */
    report: (line: string) => write(out, withSeconds(line)),
    longStep,
    showProgress,
  }
}

function inMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)
}

/** Lines for the person at the terminal. Everything else goes to the log. */
export const { say, complain, report, longStep, showProgress } = openConsole(process.stdout, process.stderr)
