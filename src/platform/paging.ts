import { type Placeholder, type SQL, sql } from "drizzle-orm"
import { refuseFields } from "#platform/errors.ts"
import { isId } from "#shared/ids.ts"

/** The place in a list that is ordered by an instant, then an id. */
export type Place = { at: Date; id: string }

/** The end of the year 9999, from where dates are written differently. */
const LAST_INSTANT_MS = 253_402_300_799_999

/** The cursor of the page after a row. Instants in lists are whole milliseconds, so nothing is lost. */
export function encodeCursor(place: Place): string {
  return `${place.at.getTime()}.${place.id}`
}

/** Reads a cursor that a browser hands back. Throws FIELD_ERRORS for one that no list gave out. */
export function decodeCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const [ms, id] = cursor.split(".")
  if (!/^\d{1,15}$/.test(ms ?? "") || Number(ms) > LAST_INSTANT_MS || !isId(id)) {
    refuseFields({ cursor: "Start again from the first page" })
  }
  return { at: new Date(Number(ms)), id }
}

/** The sizes of pages, each with the row behind that tells of a next one. */
const ROWS_READ = [2, 4, 6, 9, 13, 21, 31, 49, 51, 61]

/** How many rows a statement reads for a page of `limit`: one more or, so that there are few sizes, some more. */
export function rowsRead(limit: number): number {
  return ROWS_READ.find((rows) => rows > limit) ?? Math.trunc(limit) + 1
}

/**
 * What follows `limit` in a statement that reads a page of so many rows, for `toPage`. The number stands in the text:
 * PostgreSQL takes one that it only hears of later for a tenth of all there is, and would on a long list plan every
 * call anew rather than keep a plan that looks so dear.
 */
export function rowsFor(limit: number): SQL {
  return sql.raw(String(rowsRead(limit)))
}

/** The same for a query of the builder, which puts in whatever makes SQL, though its types say less. */
export function limitFor(limit: number): Placeholder {
  return rowsFor(limit) as unknown as Placeholder
}

/** One page of rows of which at least one more than `limit` was asked for. */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => Place,
  toItem: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toItem),
    next_cursor: rows.length > limit && last ? encodeCursor(placeOf(last)) : null,
  }
}
