import { getTableColumns } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"

/**
 * Returns a row for its table from stored JSON. Columns that no longer exist are left out, and new ones get
 * their default, so that stored rows survive an upgrade.
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
