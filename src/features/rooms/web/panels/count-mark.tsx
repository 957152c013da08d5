/** The number of new items, on the corner of a button or tab. */
export function CountMark({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden
      // Drawn by CSS, because the label already says it in words.
      data-count={count > 9 ? "9+" : count}
      className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-bold text-accent-ink tabular-nums before:content-[attr(data-count)]"
    />
  )
}
