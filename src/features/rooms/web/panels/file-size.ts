/** Formats bytes as kB, from a megabyte on as MB with one decimal. */
export function formatSize(bytes: number): string {
  return bytes < 2 ** 20
    ? `${Math.max(1, Math.round(bytes / 2 ** 10))} kB`
    : `${(bytes / 2 ** 20).toFixed(1)} MB`
}
