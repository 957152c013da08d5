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

/** One page of rows of which one more than `limit` was asked for. */
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
