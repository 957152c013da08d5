/**
 * Runs `begin`, whose code is still loading, and returns a function that stops it, even before it began. If
 * the code doesn't load nothing happens.
 */
export function runLater(begin: () => Promise<() => void>): () => void {
  let end: (() => void) | null = null
  let stopped = false
  begin().then(
    (stop) => {
      if (stopped) stop()
      else end = stop
    },
    () => undefined,
  )
  return () => {
    stopped = true
    end?.()
  }
}
