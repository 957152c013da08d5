import { type SQL, sql } from "drizzle-orm"
import type { ProgramQuery } from "#contract/programs.ts"
import { programs } from "./table.ts"

type Sort = ProgramQuery["sort"]

type Key = { by: SQL; whole: boolean }

/** Each order ascends by its key, then by position and id; the indexes of the table are made to measure. */
const KEYS: Record<Sort, Key> = {
  default: { by: sql`${programs.position}`, whole: true },
  rating: { by: sql`(-${programs.rating})`, whole: false },
  students: { by: sql`(-${programs.students})`, whole: true },
  "price-low": { by: sql`${programs.price_paise}`, whole: true },
  "price-high": { by: sql`(-${programs.price_paise})`, whole: true },
  duration: { by: sql`${programs.duration_hours}`, whole: true },
}

/** Where a page ended: its last row's key, position and id. */
export type LastRow = { key: number; position: number; id: string }

const BIGGEST_INTEGER = 2_147_483_647
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What a row is sorted by, to be selected beside it. */
export function sortKey(sort: Sort): SQL<number> {
  return sql<number>`${KEYS[sort].by}`
}

export function orderOf(sort: Sort): SQL[] {
  const order = [sql`${programs.position}`, sql`${programs.id}`]
  return sort === "default" ? order : [KEYS[sort].by, ...order]
}

/** The rows behind `last`, as one comparison of rows, which an index answers from where the page ended. */
export function rowsAfter(sort: Sort, { key, position, id }: LastRow): SQL {
  const behind = sql`${programs.position}, ${programs.id}`
  if (sort === "default") return sql`(${behind}) > (${position}::integer, ${id}::uuid)`
  const type = sql.raw(KEYS[sort].whole ? "integer" : "real")
  return sql`(${KEYS[sort].by}, ${behind}) > (${key}::${type}, ${position}::integer, ${id}::uuid)`
}

/** Packs a page's end for the client, which hands it back unread. */
export function encodeCursor(sort: Sort, { key, position, id }: LastRow): string {
  return Buffer.from(JSON.stringify([sort, key, position, id])).toString("base64url")
}

/** A cursor's content, or null for one that is absent, damaged or of another order: the list then starts anew. */
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
