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
