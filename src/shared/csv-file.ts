import { stringify } from "csv-stringify/sync"

/** Spreadsheets recognise UTF-8 by this mark: names are in many scripts. */
const BYTE_ORDER_MARK = "\ufeff"

/** An amount in paise is written in rupees with two decimals. */
type Cell = string | number | null | { paise: number }

const isAmount = (cell: Cell) => cell !== null && typeof cell === "object"

/**
 * Returns a CSV file with headings, for spreadsheets. Values that look like formulas are kept as text, so
 * that no name runs code on staff's machines.
 */
export function csvFile(
  name: string,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Response {
  const written = rows.map((row) => row.map((cell) => (isAmount(cell) ? BigInt(cell.paise) : cell)))
  const cast = { bigint: (paise: bigint) => (Number(paise) / 100).toFixed(2) }
  // Numbers that are negative are none of these texts, and stay numbers.
  const body = stringify([[...headings], ...written], { escape_formulas: true, cast })
  return new Response(BYTE_ORDER_MARK + body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}"`,
      "cache-control": "private, no-store",
    },
  })
}
