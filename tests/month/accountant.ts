/**
 * Reads a file as somebody else's program does: RFC 4180 and nothing of ours. Returns its rows by the names of the columns.
 */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  let [cell, quoted] = ["", false]
  const body = text.startsWith("\ufeff") ? text.slice(1) : text
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at]
    if (quoted && sign === '"' && body[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === "," || sign === "\n")) {
      rows.at(-1)?.push(cell)
      cell = ""
      if (sign === "\n") rows.push([])
    } else if (quoted || sign !== "\r") cell += sign
  }
  if (quoted) throw new Error("a quotation mark is open at the end of the file")
  if (cell !== "" || rows.at(-1)?.length) rows.at(-1)?.push(cell)
  const [head = [], ...body_rows] = rows.filter((row) => row.length > 0)
  return body_rows.map((row) => {
    if (row.length !== head.length) throw new Error(`a row has ${row.length} cells instead of ${head.length}`)
    return Object.fromEntries(head.map((name, column) => [name, row[column] ?? ""]))
  })
}

/** Rupees with two decimals, in paise. */
export function paiseOf(rupees: string | undefined): number {
  const found = /^(-?)(\d+)\.(\d\d)$/.exec(rupees ?? "")
  if (!found) throw new Error(`${rupees} is no amount`)
  const paise = Number(found[2]) * 100 + Number(found[3])
  return found[1] && paise !== 0 ? -paise : paise
}

/** The sum of a column, in paise. */
export function columnOf(rows: readonly Record<string, string>[], column: string): number {
  return rows.reduce((sum, row) => sum + paiseOf(row[column]), 0)
}
