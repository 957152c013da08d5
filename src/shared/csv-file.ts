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
  return respond(name, BYTE_ORDER_MARK + written([headings, ...rows]))
}

/**
 * Returns a CSV file like `csvFile`, sent page by page: the next page is asked for when the reader takes it, so a
 * file of any length needs the memory of one page.
 */
export function csvPages(
  name: string,
  headings: readonly string[],
  pages: AsyncIterator<readonly (readonly Cell[])[]>,
): Response {
  const encoder = new TextEncoder()
  return respond(
    name,
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + written([headings]))),
      async pull(controller) {
        const { value, done } = await pages.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(written(value)))
      },
      async cancel() {
        await pages.return?.()
      },
    }),
  )
}

function written(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (isAmount(cell) ? BigInt(cell.paise) : cell)))
  const cast = { bigint: (paise: bigint) => (Number(paise) / 100).toFixed(2) }
  // Numbers that are negative are none of these texts, and stay numbers.
  return stringify(cells, { escape_formulas: true, cast })
}

function respond(name: string, body: string | ReadableStream): Response {
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}"`,
      "cache-control": "private, no-store",
    },
  })
}
