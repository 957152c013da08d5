import type { z } from "zod"
import type { ImportRow } from "#contract/admin-import.ts"
import type { SignedInCtx } from "#platform/context.ts"
import type { TypedRow } from "./import-text.ts"
import type { Made } from "./table.ts"

/** A row once it was checked: `value` is what would be written, and there for a new one alone. */
export type Outcome<T> = ImportRow & { value?: T }

/** How a kind of list is checked and written. */
export type ListReader<T> = {
  /** Checks every row against the others and against what is there, in a fixed number of queries. */
  check(ctx: SignedInCtx, rows: readonly TypedRow[]): Promise<Outcome<T>[]>
  /** Writes the new rows in the caller's transaction. */
  write(tx: SignedInCtx, values: readonly T[]): Promise<Made>
}

type Problems = ImportRow["errors"]

/** The problems that a schema finds, under the columns' names. */
export function problemsOf(error: z.ZodError, columnOf: Record<string, string> = {}): Problems {
  const byColumn = new Map<string, string>()
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? "")
    const column = columnOf[field] ?? field
    if (!byColumn.has(column)) byColumn.set(column, issue.message)
  }
  return [...byColumn].map(([column, message]) => ({ column, message }))
}

/** What came of a row. */
export function outcome<T>(
  { line }: TypedRow,
  label: string,
  errors: Problems,
  state: "new" | "same",
  value?: T,
): Outcome<T> {
  if (errors.length > 0) return { line, label, errors, state: "error" }
  return { line, label, errors, state, ...(state === "new" && value !== undefined && { value }) }
}

/** Says which rows repeat an earlier one of the same list. */
export function repeated(rows: readonly TypedRow[], keyOf: (row: TypedRow) => string): Map<TypedRow, number> {
  const first = new Map<string, number>()
  const again = new Map<TypedRow, number>()
  for (const row of rows) {
    const key = keyOf(row)
    const line = first.get(key)
    if (line === undefined) first.set(key, row.line)
    else again.set(row, line)
  }
  return again
}
