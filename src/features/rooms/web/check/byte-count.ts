/** The last byte count of each transport, by its id. */
export type Transports = ReadonlyMap<string, number>

type Stat = { id: string; type: string; bytesReceived?: number; bytesSent?: number; timestamp: number }
type Report = { forEach(callback: (stat: Stat) => void): void }

/**
 * Returns how many bytes went over these connections since the last count. A new connection starts at zero,
 * so a smaller number than before means a new connection.
 */
export function countBytes(
  known: Transports,
  reports: readonly (Report | undefined)[],
): { transports: Transports; added: number } {
  const transports = new Map<string, number>()
  let added = 0
  for (const [place, report] of reports.entries()) {
    report?.forEach(({ id, type, bytesReceived = 0, bytesSent = 0 }) => {
      if (type !== "transport") return
      const key = `${place} ${id}`
      const bytes = bytesReceived + bytesSent
      const before = known.get(key) ?? 0
      added += bytes >= before ? bytes - before : bytes
      transports.set(key, bytes)
    })
  }
  return { transports, added }
}

/** Formats megabytes, with one decimal below a hundred. */
export function megabytes(bytes: number): string {
  const millions = bytes / 1e6
  return millions >= 100 ? String(Math.round(millions)) : millions.toFixed(1)
}
