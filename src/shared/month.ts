/** "November 2026" for 2026-11, as a language says it, by its tag. */
export function monthName(languageTag: string, month: string): string {
  const names = new Intl.DateTimeFormat(languageTag, { month: "long", year: "numeric", timeZone: "UTC" })
  return names.format(new Date(`${month}-01T00:00:00Z`))
}

/** The months before and after one, as YYYY-MM. */
export function monthsAround(month: string): { before: string; after: string } {
  const [year = 0, at = 0] = month.split("-").map(Number)
  const shift = (by: number) => new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
  return { before: shift(-1), after: shift(1) }
}

/** Returns the month in an address, or `otherwise` if it isn't a valid month. */
export function askedMonth(params: URLSearchParams, otherwise: string): string {
  const asked = params.get("month") ?? ""
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : otherwise
}
