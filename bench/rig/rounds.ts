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

/**
 * Measures several sides in turn, so that what else the machine does falls on all of them. Returns what each
 * measured, by round.
 */
export async function inTurn(sides: readonly Side[], rounds = ROUNDS): Promise<number[][]> {
  const measured = sides.map((): number[] => [])
  const forth = [...sides.entries()]
  const back = forth.toReversed()
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, because a machine may slow down or speed up throughout.
    for (const [at, side] of round % 2 === 0 ? forth : back) measured[at]?.push(await side(round))
  }
  return measured
}

/** Compares what two sides measured in the same rounds. */
export function compareRounds(product: readonly number[] = [], control: readonly number[] = []): Comparison {
  const ratios = product.map((ours, round) => ours / (control[round] ?? Number.NaN))
  return {
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    product: median([...product]),
    control: median([...control]),
  }
}

/** Measures product and control in turn, and compares them. */
export async function alternate(product: Side, control: Side, rounds = ROUNDS): Promise<Comparison> {
  const [ours, theirs] = await inTurn([product, control], rounds)
  return compareRounds(ours, theirs)
}

/** "0.31 (0.28 to 0.33)" */
export function showRatio({ ratio, lowest, highest }: Comparison): string {
  return `${ratio.toFixed(3)} (${lowest.toFixed(3)} to ${highest.toFixed(3)})`
}
