import { parse } from "csv-parse/sync"

/** Which columns of a bank's statement hold what, by their place from 0. */
export type StatementColumns = {
  date: number
  /** Where the payer, the reference and the bank's own reference stand. */
  texts: number[]
  /** What came in. Where one column has both directions, `direction` says which. */
  amount: number
  /** Holds Cr or Dr; null where credits have a column of their own. */
  direction: number | null
}

/** One credit of a statement. */
export type Credit = {
  /** Line of the file, from 1. */
  line: number
  /** YYYY-MM-DD. */
  date: string
  text: string
  amount_paise: number
}

/** A row of a statement that can't be read, and why, as a code. */
export type Unread = { line: number; code: "date" | "amount" }

/** Most rows of one file: about a year of a busy academy. */
export const MOST_STATEMENT_ROWS = 20_000

export type StatementTable = { rows: { line: number; cells: string[] }[] }

/**
 * Reads a statement as a bank exports it: lines about the account before the table and totals after it are
 * rows like others. Throws RangeError where it is no list of values, or has too many rows.
 */
export function readStatement(text: string): StatementTable {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      to: MOST_STATEMENT_ROWS + 1,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    if (rows.length > MOST_STATEMENT_ROWS) throw new RangeError(`more than ${MOST_STATEMENT_ROWS} rows`)
    return { rows: rows.map(({ record, info }) => ({ line: info.lines, cells: record })) }
  } catch (cause) {
    throw cause instanceof RangeError ? cause : new RangeError("This is no list of values", { cause })
  }
}

/** The sign that divides the most lines into three cells or more: lines above the table may have others. */
function delimiterOf(text: string): string {
  const lines = text.split("\n", 200)
  const dividedBy = (sign: string) => lines.filter((line) => line.split(sign).length > 2).length
  return [",", ";", "\t", "|"].toSorted((one, other) => dividedBy(other) - dividedBy(one))[0] ?? ","
}

/** Returns the credits of a statement, and the rows that have an amount but no date, or the reverse. */
export function creditsOf(
  { rows }: StatementTable,
  { date, texts, amount, direction }: StatementColumns,
): { credits: Credit[]; unread: Unread[] } {
  const credits: Credit[] = []
  const unread: Unread[] = []
  for (const { line, cells } of rows) {
    const typed = { date: cells[date] ?? "", amount: cells[amount] ?? "" }
    const on = readDate(typed.date)
    const paise = readAmount(typed.amount)
    // Headings and lines about the account have neither.
    if (on === null && paise === null) continue
    if (direction !== null && !/^c/i.test(cells[direction] ?? "")) continue
    if (typed.amount === "" || paise === 0) continue
    if (paise !== null && paise < 0) continue
    if (on === null || paise === null) unread.push({ line, code: on === null ? "date" : "amount" })
    else
      credits.push({
        line,
        date: on,
        text: texts.map((at) => cells[at] ?? "").join(" "),
        amount_paise: paise,
      })
  }
  return { credits, unread }
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/** Reads a date as banks in India write it, day first: 05/11/2026, 5-11-26, 05-Nov-2026, 2026-11-05. */
export function readDate(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:[t ].*)?$/.exec(text) ?? []
  if (year) return dateOf(Number(year), Number(month), Number(day))
  const [, first, middle = "", last = ""] =
    /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3})[a-z]*[-/. ](\d{4}|\d{2})(?: .*)?$/.exec(text) ?? []
  if (!first) return null
  const named = MONTHS.indexOf(middle) + 1
  const full = Number(last) + (last.length === 2 ? 2_000 : 0)
  return dateOf(full, /^\d/.test(middle) ? Number(middle) : named, Number(first))
}

function dateOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

/** Reads an amount in rupees as banks write it, such as 1,23,456.00, ₹500 or 500.00 Cr, into paise. */
export function readAmount(typed: string): number | null {
  const [, sign, rupees = "", paise = "", side = ""] =
    /^(-?)\s*(?:₹|rs\.?|inr)?\s*(\d[\d,]*)(?:\.(\d{1,2}))?\s*(cr|dr)?\.?$/i.exec(typed.trim()) ?? []
  if (!rupees) return null
  const value = Number(rupees.replaceAll(",", "")) * 100 + Number(paise.padEnd(2, "0"))
  if (!Number.isSafeInteger(value)) return null
  return sign === "-" || /^dr/i.test(side) ? -value : value
}
