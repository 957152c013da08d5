import { stringify } from "csv-stringify/sync"

/** The mark by which spreadsheets know UTF-8: names come in many scripts. */
const BYTE_ORDER_MARK = "\ufeff"

type Cell = string | number | null

/**
 * A file of rows under their headings, for spreadsheets: what one would take for a formula is kept as text, so that
 * nobody's name runs on staff's machines.
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
