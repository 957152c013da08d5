/** Formats a bounded count: above 10,000 it was not counted further. */
export function plus(count: number): string {
  return count > 10_000 ? "10,000+" : count.toLocaleString("en-IN")
}

/** Formats bytes as "3.4 MB" or "120 kB". */
export function fileSize(bytes: number): string {
  return bytes >= 1_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1_000))} kB`
}
