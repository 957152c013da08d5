import { parse } from "csv-parse/sync"
import { MOST_ROWS } from "#contract/admin/admin-import.ts"
import type { ListColumn } from "#features/admin/list-columns.ts"
import { refuseFields } from "#platform/errors.ts"

/** One row of a list as typed, by column. */
export type TypedRow = { line: number; cells: Record<string, string> }

/**
 * Reads a list with its header: CSV with commas, semicolons or tabs, from files and clipboards, with or
 * without a byte order mark. A header may say "First name" for first_name. Throws FIELD_ERRORS for input that
 * isn't a list, has an unknown column, or lacks a required one.
 */
export function readTable(text: string, columns: readonly ListColumn[]): TypedRow[] {
  let head: string[] = []
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      columns: (names: string[]) => {
        head = names.map(columnName)
        checkHead(head, columns)
        return head
      },
      skip_empty_lines: true,
      relax_column_count_less: true,
      trim: true,
      info: true,
    }) as unknown as { record: Record<string, string>; info: { lines: number } }[]
    if (rows.length > MOST_ROWS) refuseFields({ text: `Give at most ${MOST_ROWS} rows at once` })
    const filled = rows.filter(({ record }) => Object.values(record).some((cell) => cell !== ""))
    if (filled.length === 0)
      refuseFields({ text: "The list has a header row but no data. Add at least one row" })
    return filled.map(({ record, info }) => ({
      line: info.lines,
      cells: Object.fromEntries(Object.entries(record).map(([name, cell]) => [name, plainCell(cell ?? "")])),
    }))
  } catch (error) {
    if (!(error instanceof Error) || error.name === "Refusal") throw error
    return refuseFields({ text: `This can't be read as a list: ${error.message}` })
  }
}

function delimiterOf(text: string): string {
  const head = text.split(/\r?\n/, 1)[0] ?? ""
  return head.includes("\t") ? "\t" : head.split(";").length > head.split(",").length ? ";" : ","
}

function columnName(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
}

function checkHead(head: string[], columns: readonly ListColumn[]): void {
  const known = columns.map(({ name }) => name)
  const unknown = head.filter((name) => name !== "" && !known.includes(name))
  const missing = columns.filter(({ name, required }) => required && !head.includes(name))
  const problems = [
    unknown.length > 0 && `It does not know: ${unknown.join(", ")}.`,
    missing.length > 0 && `It needs: ${missing.map(({ name }) => name).join(", ")}.`,
    head.length !== new Set(head).size && "A column appears twice.",
  ].filter(Boolean)
  if (problems.length === 0) return
  refuseFields({
    text: `The first line names the columns. ${problems.join(" ")} All are: ${known.join(", ")}.`,
  })
}

/** Removes the escape that our export adds so that spreadsheets don't take a value for a formula. */
function plainCell(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
