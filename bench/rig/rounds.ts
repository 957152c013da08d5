/** Rounds and their length: long enough to pass over a garbage collection, short enough to share one weather. */
export const ROUNDS = 5
export const ROUND_MS = 4_000
export const WARM_UP_MS = 1_500

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1]
  const high = sorted[Math.floor(middle)]
  if (low === undefined || high === undefined) throw new Error("there is no median of nothing")
  return (low + high) / 2
}

/** The wait that 95 of a hundred don't exceed. NaN of nothing. */
export function p95(waits: readonly number[]): number {
  const sorted = waits.toSorted((one, other) => one - other)
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN
}

export type Comparison = {
  /** Median of product / control, each of one round. */
  ratio: number
  lowest: number
  highest: number
  product: number
  control: number
}

type Side = (round: number) => Promise<number>

/** Measures product and control in turn, so that what else the machine does falls on both. */
export async function alternate(product: Side, control: Side, rounds = ROUNDS): Promise<Comparison> {
  const pairs: { product: number; control: number; ratio: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, because a machine may slow down or speed up throughout.
    const first = round % 2 === 0 ? await product(round) : await control(round)
    const second = round % 2 === 0 ? await control(round) : await product(round)
    const [ours, theirs] = round % 2 === 0 ? [first, second] : [second, first]
    pairs.push({ product: ours, control: theirs, ratio: ours / theirs })
  }
  const ratios = pairs.map((pair) => pair.ratio)
  return {
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    product: median(pairs.map((pair) => pair.product)),
    control: median(pairs.map((pair) => pair.control)),
  }
}

/** "0.31 (0.28 to 0.33)" */
export function showRatio({ ratio, lowest, highest }: Comparison): string {
  return `${ratio.toFixed(3)} (${lowest.toFixed(3)} to ${highest.toFixed(3)})`
}
