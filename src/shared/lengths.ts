/** "7:05", or "1:02:09" from an hour on. */
export function formatLength(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const tail = String(whole % 60).padStart(2, "0")
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${tail}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${tail}`
}

/** "45 min", or "3 h 5 min" from an hour on; less than half a minute is "0 min". */
export function formatHours(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The same as a language says it: "3 घंटे 5 मिनट", or "1 घंटा 5 मिनट", in Hindi. */
export function formatHoursIn(language: string, seconds: number): string {
  const said = formatHours(seconds)
  return language === "hi" ? said.replace("min", "मिनट").replace(/^1 h/, "1 घंटा").replace("h", "घंटे") : said
}

/** Bytes as megabytes with one decimal: "1189.4 MB". */
export function formatSize(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
