const names = new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric", timeZone: "UTC" })

/** "November 2026" for 2026-11. */
export function monthName(month: string): string {
  return names.format(new Date(`${month}-01T00:00:00Z`))
}

/** The months before and after one, as YYYY-MM. */
export function monthsAround(month: string): { before: string; after: string } {
  const [year = 0, at = 0] = month.split("-").map(Number)
  const shift = (by: number) => new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
  return { before: shift(-1), after: shift(1) }
}

/** The month that an address asks for, or the one given: what is no month asks for nothing. */
export function askedMonth(params: URLSearchParams, otherwise: string): string {
  const asked = params.get("month") ?? ""
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : otherwise
}
