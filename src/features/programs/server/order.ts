import { type SQL, sql } from "drizzle-orm"
import type { ProgramQuery } from "#contract/programs/programs.ts"
import { programs } from "./table.ts"

type Sort = ProgramQuery["sort"]

type Key = { by: SQL; whole: boolean }

/** Each order is ascending by its key, then by position and id. The table has a matching index for each. */
const KEYS: Record<Sort, Key> = {
  default: { by: sql`${programs.position}`, whole: true },
  rating: { by: sql`(-${programs.rating})`, whole: false },
  students: { by: sql`(-${programs.students})`, whole: true },
  "price-low": { by: sql`${programs.price_paise}`, whole: true },
  "price-high": { by: sql`(-${programs.price_paise})`, whole: true },
  duration: { by: sql`${programs.duration_hours}`, whole: true },
}

/** The last row of a page: its key, position and id. */
export type LastRow = { key: number; position: number; id: string }

const BIGGEST_INTEGER = 2_147_483_647
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The columns that an order uses: of the table itself, or of gathered matches. */
export type Ordered = { key: SQL; position: SQL; id: SQL }

export function tableColumns(sort: Sort): Ordered {
  return { key: KEYS[sort].by, position: sql`${programs.position}`, id: sql`${programs.id}` }
}

export function orderBy(sort: Sort, { key, position, id }: Ordered): SQL {
  return sort === "default" ? sql`${position}, ${id}` : sql`${key}, ${position}, ${id}`
}

/**
 * A condition for the rows after `last`, as one row comparison, for which an index starts where the page
 * ended.
 */
export function rowsAfter(sort: Sort, columns: Ordered, last: LastRow): SQL {
  const end = sql`${last.position}::integer, ${last.id}::uuid`
  if (sort === "default") return sql`(${orderBy(sort, columns)}) > (${end})`
  const type = sql.raw(KEYS[sort].whole ? "integer" : "real")
  return sql`(${orderBy(sort, columns)}) > (${last.key}::${type}, ${end})`
}

/** Encodes a page's last row for the client, which returns it unchanged. */
export function encodeCursor(sort: Sort, { key, position, id }: LastRow): string {
  return Buffer.from(JSON.stringify([sort, key, position, id])).toString("base64url")
}

/**
 * Returns a cursor's content, or null if it is absent, damaged or of another order: the list then starts at
 * the first page.
 */
export function decodeCursor(sort: Sort, text: string | undefined): LastRow | null {
  if (!text) return null
  try {
    const parts = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown
    if (!Array.isArray(parts) || parts[0] !== sort) return null
    const [, key, position, id] = parts as unknown[]
    if (!isKey(key, KEYS[sort].whole) || !isKey(position, true)) return null
    return typeof id === "string" && UUID.test(id) ? { key, position, id } : null
  } catch {
    return null
  }
}

function isKey(value: unknown, whole: boolean): value is number {
  if (typeof value !== "number" || Math.abs(value) > BIGGEST_INTEGER) return false
  return !whole || Number.isInteger(value)
}
