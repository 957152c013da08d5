import { type SQL, sql } from "drizzle-orm"
import { programs } from "#features/programs/server/table.ts"
import { orders } from "../table.ts"

/** What an order is for: the title of its program, joined to the left, or the names of its goods. */
export function soldTitle(): SQL<string> {
  return sql<string>`coalesce(${programs.title}, ${goodsTitle(sql`${orders.documents}`)})`
}

/** The names on the lines of an order of goods, in turn. */
export function goodsTitle(documents: SQL): SQL<string> {
  return sql<string>`(select coalesce(string_agg(line -> 'name' ->> 'en', ', '), '')
    from jsonb_path_query(${documents}, '$[*].lines[*]') line where line ? 'name')`
}
