/**
 * Returns a part in whole per cent of a whole, rounded half up, or null if the whole is 0. Where rounding would
 * reach `mark`, or all of it, although the part doesn't, it is cut to one decimal instead: 99.6, never 100.
 */
export function percentOf(part: number, whole: number, mark = 100): number | null {
  if (whole === 0) return null
  const rounded = Math.floor((part * 200 + whole) / (whole * 2))
  const isOver = (limit: number) => rounded >= limit && part * 100 < limit * whole
  return isOver(mark) || isOver(100) ? Math.floor((part * 1000) / whole) / 10 : rounded
}

/** The same to read: "87%", "89.7%", or a dash of nothing. */
export function shareOf(part: number, whole: number, mark?: number): string {
  const percent = percentOf(part, whole, mark)
  return percent === null ? "–" : `${percent}%`
}
