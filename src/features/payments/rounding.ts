/** Returns amount × numerator ÷ denominator, rounded half up to an integer. Exact for any amount of money. */
export function shareOf(amount: number, numerator: number, denominator: number): number {
  const [top, bottom] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)]
  return Number((2n * top + bottom) / (2n * bottom))
}

/**
 * Splits a total in proportion to weights, in whole paise that sum to it. What is left after rounding down
 * goes to the largest remainders, the first of equals. No share is larger than its weight while the total is
 * not larger than all of them.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const shares = weights.map((weight, at) => {
    const exact = BigInt(total) * BigInt(weight)
    return { at, share: Number(exact / BigInt(sum)), rest: Number(exact % BigInt(sum)) }
  })
  let left = total - shares.reduce((all, { share }) => all + share, 0)
  for (const line of shares.toSorted((one, other) => other.rest - one.rest || one.at - other.at)) {
    if (left === 0) break
    line.share += 1
    left -= 1
  }
  return shares.map(({ share }) => share)
}
