/**
 * Begins something whose code is still on the way, and answers the way to stop it, which holds before it began as
 * well. Code that doesn't arrive leaves it undone.
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
