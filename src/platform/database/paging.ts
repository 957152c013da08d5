import { type Placeholder, type SQL, sql } from "drizzle-orm"
import { refuseFields } from "#platform/errors.ts"
import { isId } from "#shared/ids.ts"
import { type Db, type Preparable, prepared } from "./db.ts"

/** A position in a list that is ordered by an instant, then an id. */
export type Place = { at: Date; id: string }

/** The end of the year 9999, from where dates are written differently. */
const LAST_INSTANT_MS = 253_402_300_799_999

/** The cursor of the page after a row. Instants in lists are whole milliseconds, so nothing is lost. */
export function encodeCursor(place: Place): string {
  return `${place.at.getTime()}.${place.id}`
}

/** Reads a cursor that a browser sends back. Throws FIELD_ERRORS for one that no list made. */
export function decodeCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const [ms, id] = cursor.split(".")
  if (!/^\d{1,15}$/.test(ms ?? "") || Number(ms) > LAST_INSTANT_MS || !isId(id)) {
    refuseFields({ cursor: "Start again from the first page" })
  }
  return { at: new Date(Number(ms)), id }
}

/** The numbers of rows read for a page, each including the extra row that shows that there is a next page. */
const ROWS_READ = [2, 4, 6, 9, 13, 21, 31, 49, 51, 61]

/** How many rows a statement reads for a page of `limit`: one more or, so that there are few sizes, some more. */
export function rowsRead(limit: number): number {
  return ROWS_READ.find((rows) => rows > limit) ?? Math.trunc(limit) + 1
}

/**
 * What follows `limit` in a statement that reads a page of so many rows, for `toPage`. The number is written
 * into the text: for a parameter PostgreSQL assumes a tenth of all rows, and on a long list would plan every
 * call again because the generic plan looks too expensive.
 */
export function rowsFor(limit: number): SQL {
  return sql.raw(String(rowsRead(limit)))
}

/** The same for the query builder, which accepts any SQL here, though its types say less. */
export function limitFor(limit: number): Placeholder {
  return rowsFor(limit) as unknown as Placeholder
}

/** A page as a `prepared` query, one for each number of rows read. `build` uses `limitFor`. */
export function preparedPage<Rows>(name: string, build: (db: Db, limit: number) => Preparable<Rows>) {
  const bySize = new Map<number, ReturnType<typeof prepared<Rows>>>()
  return (db: Db, limit: number, values: Record<string, unknown>): Promise<Rows> => {
    const size = rowsRead(limit)
    const read = bySize.get(size) ?? prepared(`${name}_${size}`, (on) => build(on, limit))
    bySize.set(size, read)
    return read(db, values)
  }
}

/** A bound of a count in the text of its statement; as a parameter it is planned like a page's. */
export function mostRows(count: number): SQL {
  return sql.raw(String(Math.trunc(count)))
}

/** Returns one page from rows of which at least one more than `limit` was read. */
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
