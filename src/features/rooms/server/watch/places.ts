/**
 * Returns a semaphore of `count` slots, given in the order they were asked for. Releasing a slot twice has no
 * effect.
 */
export function places(count: number): { take(): Promise<() => void> } {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async take() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let left = false
      return () => {
        if (left) return
        left = true
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
