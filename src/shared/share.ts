/** How much a part is of a whole, in whole per cent, or null of nothing. Rounded down, so that nobody reads 90 who has less. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * 100) / whole)
}

/** The same to read: "87%", or a dash of nothing. */
export function shareOf(part: number, whole: number): string {
  const percent = percentOf(part, whole)
  return percent === null ? "–" : `${percent}%`
}
