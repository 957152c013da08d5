/** "7:05", or "1:02:09" from an hour on. */
export function formatLength(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const tail = String(whole % 60).padStart(2, "0")
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${tail}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${tail}`
}

/** Bytes as megabytes with one decimal: "1189.4 MB". */
export function formatSize(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
