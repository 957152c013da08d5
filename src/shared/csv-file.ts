import { stringify } from "csv-stringify/sync"

/** Spreadsheets recognise UTF-8 by this mark: names are in many scripts. */
const BYTE_ORDER_MARK = "\ufeff"

type Cell = string | number | null

/**
 * Returns a CSV file with headings, for spreadsheets. Values that look like formulas are kept as text, so
 * that no name runs code on staff's machines.
 */
export function csvFile(
  name: string,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Response {
  const body = stringify([[...headings], ...rows.map((row) => [...row])], { escape_formulas: true })
  return new Response(BYTE_ORDER_MARK + body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}"`,
      "cache-control": "private, no-store",
    },
  })
}
