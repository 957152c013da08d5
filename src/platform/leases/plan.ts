/** What a process holds of some work that is cut into shares, and what others do. */
export type ShareState = {
  /** How many shares there are, numbered from 0. */
  count: number
  /** The processes that share the work, this one included. */
  members: number
  mine: readonly number[]
  /** Held by others whose leases still run. */
  taken: ReadonlySet<number>
}

/**
 * Returns the shares to hold on to or to take, and those to give back, so that nobody holds more than an even
 * part. `from` is where to look for free ones first, so that processes that start together don't all want the
 * same.
 */
export function planShares(
  { count, members, mine, taken }: ShareState,
  from = 0,
): { hold: number[]; give: number[] } {
  const even = Math.ceil(count / Math.max(1, members))
  const kept = mine.slice(0, even)
  const free = Array.from({ length: count }, (_, at) => (from + at) % count).filter(
    (share) => !mine.includes(share) && !taken.has(share),
  )
  const hold = [...kept, ...free.slice(0, even - kept.length)]
  return { hold: hold.sort((one, other) => one - other), give: mine.slice(even) }
}
