import { getTableColumns } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"

/**
 * A row as its table takes it, from the JSON it was kept as. What the table no longer has is left out, and what it
 * has since takes its default: rows outlive an upgrade so.
 */
export function asItWas<T extends PgTable>(table: T, row: Record<string, unknown>): T["$inferSelect"] {
  const kept: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    const value = row[name]
    if (value === undefined) continue
    kept[name] = column.dataType === "date" && typeof value === "string" ? new Date(value) : value
  }
  return kept
}
