/**
 * How much a part is of a whole, in whole per cent rounded half up, or null of nothing. Nobody reads 100, or `mark`,
 * who has less.
 */
export function percentOf(part: number, whole: number, mark = 100): number | null {
  if (whole === 0) return null
  const rounded = Math.floor((part * 200 + whole) / (whole * 2))
  const isOver = (limit: number) => rounded >= limit && part * 100 < limit * whole
  return isOver(mark) ? mark - 1 : isOver(100) ? 99 : rounded
}

/** The same to read: "87%", or a dash of nothing. */
export function shareOf(part: number, whole: number, mark?: number): string {
  const percent = percentOf(part, whole, mark)
  return percent === null ? "–" : `${percent}%`
}
