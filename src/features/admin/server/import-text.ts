import { CsvError } from "csv-parse"
import { parse } from "csv-parse/sync"
import { MOST_ROWS } from "#contract/admin/admin-import.ts"
import type { ListProblem } from "#contract/admin/import-problems.ts"
import type { ListColumn } from "#features/admin/list-columns.ts"
import { refuse } from "#platform/errors.ts"

/** One row of a list as typed, by column. */
export type TypedRow = { line: number; cells: Record<string, string> }

/**
 * Reads a list with its header: CSV with commas, semicolons or tabs, from files and clipboards, with or
 * without a byte order mark. A header may say "First name" for first_name. Throws LIST_UNREADABLE for input
 * that isn't a list, has an unknown column, or lacks a required one.
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
    if (rows.length > MOST_ROWS) refuseList({ code: "too-many-rows", most: MOST_ROWS })
    const filled = rows.filter(({ record }) => Object.values(record).some((cell) => cell !== ""))
    if (filled.length === 0) refuseList({ code: "no-rows" })
    return filled.map(({ record, info }) => ({
      line: info.lines,
      cells: Object.fromEntries(Object.entries(record).map(([name, cell]) => [name, plainCell(cell ?? "")])),
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuseList(problemOf(error))
  }
}

function refuseList(problem: ListProblem): never {
  refuse("LIST_UNREADABLE", problem)
}

function problemOf({ code, lines }: CsvError): ListProblem {
  if (typeof lines !== "number") return { code: "unreadable" }
  if (/QUOTE/.test(code)) return { code: "quotes", line: lines }
  return code === "CSV_RECORD_INCONSISTENT_COLUMNS"
    ? { code: "too-many-cells", line: lines }
    : { code: "unreadable" }
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
  const repeated = head.length !== new Set(head).size
  if (unknown.length === 0 && missing.length === 0 && !repeated) return
  refuseList({ code: "head", unknown, missing: missing.map(({ name }) => name), repeated, known })
}

/** Removes the escape that our export adds so that spreadsheets don't take a value for a formula. */
function plainCell(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
