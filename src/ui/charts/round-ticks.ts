const STEPS = [1, 2, 2.5, 5]
/** The most steps of an axis. */
const MOST = 5

/**
 * Returns the values to name on an axis from `low` to `high`, zero among them: multiples of 1, 2, 2.5 or 5 times a power
 * of ten of `unit`, of which people know at sight what lies between. `low` is at most zero and `high` at least.
 */
export function roundTicks(low: number, high: number, unit: number): number[] {
  for (let power = unit; ; power *= 10) {
    for (const times of STEPS) {
      const step = times * power
      const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
      if (last - first <= MOST)
        return Array.from({ length: Math.max(last - first, 1) + 1 }, (_, at) => (first + at) * step)
    }
  }
}
