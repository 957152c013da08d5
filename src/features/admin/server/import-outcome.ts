import { z } from "zod"
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

/**
 * Checks each cell by its own column, so that one wrong cell hides no other. `data` has what is right: it is whole
 * where there are no errors. `columnOf` names the columns that the schema calls otherwise.
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

/** What came of a row; `value` is written only where there are no errors. */
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
