import { readAmount, readDate, type StatementColumns, type StatementTable } from "./statement.ts"

/** What a column is called or, of a statement without headings, its first value. */
export type Headings = { names: string[]; key: string | null }

const LONGEST_NAME = 60
/** Lines about the account before the table. */
const SEARCHED = 100
const MOST_COLUMNS = 100

/**
 * Returns the headings of a statement's table. `key` is the same for all statements of one bank and format; null
 * where no line looks like headings.
 */
export function headingsOf({ rows }: StatementTable): Headings {
  const isDate = (cell: string) => readDate(cell) !== null
  const heads = rows
    .slice(0, SEARCHED)
    .find(
      ({ cells }) =>
        cells.some((cell) => /\bdate\b|\bdt\b/i.test(cell)) &&
        cells.filter(Boolean).length > 2 &&
        !cells.some(isDate) &&
        !cells.some((cell) => readAmount(cell) !== null),
    )
  const first = rows.find(({ cells }) => cells.some(isDate)) ?? rows[0]
  const cells = (heads ?? first)?.cells.slice(0, MOST_COLUMNS) ?? []
  const names = cells.map((cell) => cell.replaceAll(/\s+/g, " ").slice(0, LONGEST_NAME))
  return { names, key: heads ? names.map((name) => name.toLowerCase()).join("|") : null }
}

/** Guesses columns by their names, which banks write in many ways. Null where a date or an amount isn't named. */
export function guessColumns({ names, key }: Headings): StatementColumns | null {
  if (key === null) return null
  const find = (...patterns: RegExp[]) => {
    for (const pattern of patterns) {
      const at = names.findIndex((name) => pattern.test(name))
      if (at >= 0) return at
    }
    return null
  }
  const date = find(/^(txn|tran|transaction)\b.*(date|dt)/i, /\bdate\b/i, /\bdt\b/i)
  const credits = find(/deposit/i, /\bcredit/i, /^cr\b/i)
  const amount = credits ?? find(/amount/i)
  const texts = names.flatMap((name, at) =>
    at !== date &&
    at !== amount &&
    /narration|description|particular|remark|detail|ref|chq|cheque|utr|\bid\b/i.test(name)
      ? [at]
      : [],
  )
  if (date === null || amount === null || texts.length === 0) return null
  const direction =
    credits === null ? find(/(dr|debit)\W*(cr|credit)|(cr|credit)\W*(dr|debit)/i, /\btype\b/i) : null
  return { date, texts, amount, direction }
}
