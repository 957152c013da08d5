import { z } from "zod"
import type { ImportRow } from "#contract/admin/admin-import.ts"
import type { SignedInCtx } from "#platform/context.ts"
import type { TypedRow } from "./import-text.ts"
import type { Made } from "./table.ts"

/** A checked row: `value` is what would be written, and only set for a new row. */
export type Outcome<T> = ImportRow & { value?: T }

/** How a kind of list is checked and written. */
export type ListReader<T> = {
  /** Checks every row against the others and against the database, in a fixed number of queries. */
  check(ctx: SignedInCtx, rows: readonly TypedRow[]): Promise<Outcome<T>[]>
  /** Writes the new rows in the caller's transaction. */
  write(tx: SignedInCtx, values: readonly T[]): Promise<Made>
}

type Problems = ImportRow["errors"]

/**
 * Checks each cell by its own column, so that one invalid cell hides no other. `data` contains the valid
 * cells, and is complete if there are no errors. `columnOf` maps the schema's names to columns with other
 * names.
 */
export function readCells<T extends z.ZodObject>(
  schema: T,
  cells: Record<string, string>,
  columnOf: Record<string, string> = {},
): { data: Partial<z.output<T>>; errors: Problems } {
  const errors: Problems = []
  const right: [string, unknown][] = []
  for (const [field, column] of Object.entries(schema.shape)) {
    const parsed = z.safeParse(column, cells[field])
    if (parsed.success) right.push([field, parsed.data])
    else
      for (const { message } of parsed.error.issues)
        errors.push({ column: columnOf[field] ?? field, message })
  }
  return { data: Object.fromEntries(right) as Partial<z.output<T>>, errors }
}

/** Returns the outcome of a row; `value` is only written if there are no errors. */
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

/** Returns the rows that repeat an earlier one of the same list. */
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
