/** A stretch of time in epoch milliseconds; `to` may be Infinity while it lasts. */
export type Span = { from: number; to: number }

/** Sorted and joined where they overlap, or are less than `gapMs` apart. */
export function uniteSpans(spans: readonly Span[], gapMs = 0): Span[] {
  const united: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.to <= span.from) continue
    const previous = united.at(-1)
    if (previous && (span.from <= previous.to || span.from - previous.to < gapMs)) {
      previous.to = Math.max(previous.to, span.to)
    } else united.push({ ...span })
  }
  return united
}

/** Returns what is in both. Each must be sorted and without overlaps, as `uniteSpans` returns them. */
export function intersectSpans(some: readonly Span[], others: readonly Span[]): Span[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const from = Math.max(one.from, other.from)
      const to = Math.min(one.to, other.to)
      return from < to ? [{ from, to }] : []
    }),
  )
}

/** Returns what is in `spans` and in none of `holes`. */
export function subtractSpans(spans: readonly Span[], holes: readonly Span[]): Span[] {
  return holes.reduce<readonly Span[]>(
    (left, hole) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, hole.from) },
          { from: Math.max(from, hole.to), to },
        ].filter((one) => one.from < one.to),
      ),
    spans,
  ) as Span[]
}

/** Returns their total length in ms. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}
