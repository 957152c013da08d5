import { z } from "zod"
import type { ImportRow } from "#contract/admin/admin-import.ts"
import { CellProblem } from "#contract/admin/import-problems.ts"
import { LIST_COLUMNS, type ListName } from "#features/admin/list-columns.ts"
import type { SignedInCtx } from "#platform/context.ts"
import type { TypedRow } from "./import-text.ts"
import type { Written } from "./table.ts"

/** A checked row: `value` is what would be written, and only set for a new row. */
export type Outcome<T> = ImportRow & { value?: T }

/** How a kind of list is checked and written. */
export type ListReader<T> = {
  /** Checks every row against the others and against the database, in a fixed number of queries. */
  check(ctx: SignedInCtx, rows: readonly TypedRow[]): Promise<Outcome<T>[]>
  /** Writes the new rows in the caller's transaction. */
  write(tx: SignedInCtx, values: readonly T[]): Promise<Written>
}

type Problems = ImportRow["errors"]

/** Right values of columns that are written in a form of their own, where the template shows only one form. */
const EXAMPLES: Record<string, string> = { grade: "All, 8, 6-8", duration: "6 months, 20 hours" }

/** Adds a problem to a check of a cell. */
export function addProblem(check: z.core.$RefinementCtx<unknown>, problem: CellProblem): void {
  check.addIssue({ code: "custom", params: { problem } })
}

/**
 * Checks each cell by its own column, so that one invalid cell hides no other. `data` contains the valid
 * cells, and is complete if there are no errors. `columnOf` maps the schema's names to columns with other
 * names.
 */
export function readCells<T extends z.ZodObject>(
  list: ListName,
  schema: T,
  cells: Record<string, string>,
  columnOf: Record<string, string> = {},
): { data: Partial<z.output<T>>; errors: Problems } {
  const errors: Problems = []
  const right: [string, unknown][] = []
  for (const [field, type] of Object.entries(schema.shape)) {
    const parsed = z.safeParse(type, cells[field])
    const column = columnOf[field] ?? field
    if (parsed.success) right.push([field, parsed.data])
    else if (!cells[field]) errors.push({ column, problem: { code: "missing" } })
    else errors.push({ column, problem: problemOf(parsed.error, type, exampleOf(list, column)) })
  }
  return { data: Object.fromEntries(right) as Partial<z.output<T>>, errors }
}

function exampleOf(list: ListName, column: string): string {
  return EXAMPLES[column] ?? LIST_COLUMNS[list].find(({ name }) => name === column)?.example ?? ""
}

/** Returns what a schema found wrong as a code with its values. */
function problemOf(error: z.core.$ZodError, type: z.core.$ZodType, example: string): CellProblem {
  const [issue] = error.issues
  if (issue?.code === "custom" && issue.params?.problem) return CellProblem.parse(issue.params.problem)
  const inner = type instanceof z.ZodDefault ? type.unwrap() : type
  if (inner instanceof z.ZodNumber)
    return { code: "not-in-range", least: inner.minValue ?? 0, most: inner.maxValue ?? 0 }
  if (issue?.code === "invalid_value") return { code: "not-an-option", options: issue.values.map(String) }
  if (issue?.code === "too_big") return { code: "too-long", most: Number(issue.maximum) }
  return { code: "not-read", example }
}

/** Returns what is wrong with the programs that a cell names, each with those that it may mean. */
export function programProblems(
  named: readonly { title: string; meant: readonly { slug: string }[] }[],
): CellProblem[] {
  const unknown = named.filter(({ meant }) => meant.length === 0).map(({ title }) => title)
  const several = named.filter(({ meant }) => meant.length > 1)
  return [
    ...(unknown.length > 0 ? [{ code: "unknown-programs" as const, titles: unknown }] : []),
    ...several.map(({ title, meant }) => ({
      ...{ code: "several-programs" as const, title, slugs: meant.map(({ slug }) => slug) },
    })),
  ]
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

/** Returns the rows that repeat an earlier one of the same list. A row without a key repeats none. */
export function repeated(
  rows: readonly TypedRow[],
  keyOf: (row: TypedRow) => string | null,
): Map<TypedRow, number> {
  const first = new Map<string, number>()
  const again = new Map<TypedRow, number>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const line = first.get(key)
    if (line === undefined) first.set(key, row.line)
    else again.set(row, line)
  }
  return again
}
