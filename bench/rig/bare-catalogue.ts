import pg from "pg"
import type { ProgramQuery } from "#contract/programs/programs.ts"

const SHOWN = [
  ...[
    "id",
    "slug",
    "title",
    "instructor",
    "summary",
    "description",
    "image",
    "image_alt",
    "level",
    "service",
  ],
  ...["curriculum", "grade", "subject", "rating", "students", "sample_figures", "duration", "price_paise"],
  "delivery",
].join()

const ORDERS: Record<ProgramQuery["sort"], string> = {
  default: "position, id",
  rating: "(-rating), position, id",
  students: "(-students), position, id",
  "price-low": "price_paise, position, id",
  "price-high": "(-price_paise), position, id",
  duration: "duration_hours, position, id",
}

const KINDS = ["service", "curriculum", "grade", "subject"] as const

/** One page of the catalogue by the two statements that it can't do without: how many match, and the rows shown. */
export type BareCatalogue = { name: string; count: string; rows: string }

/**
 * Makes these statements for a query. The values are in their texts, so that PostgreSQL plans each of them once
 * and for these values. Without a search, programs are counted where triggers keep their number.
 */
export function bareCatalogue(name: string, query: ProgramQuery, most: number): BareCatalogue {
  const kinds = KINDS.filter((kind) => !["", "all"].includes(query[kind])).map(
    (kind) => `${kind} = ${pg.escapeLiteral(query[kind])}`,
  )
  const text = query.search.toLowerCase().replaceAll(" ", "Q")
  const search = text ? [`search_text like ${pg.escapeLiteral(`%${text}%`)}`] : []
  const matching = ["archived_at is null", ...kinds, ...search].join(" and ")
  return {
    name,
    count: text
      ? `select count(*) as found from (select from programs where ${matching} limit ${most}) as counted`
      : `select least(coalesce(sum(offered), 0), ${most})::int as found from program_kinds where ${["true", ...kinds].join(" and ")}`,
    rows: `select ${SHOWN} from programs where ${matching} order by ${ORDERS[query.sort]} limit ${query.limit + 1}`,
  }
}

/** Sends them, each under its name. Returns how many match and the rows. */
export async function readBare(
  pool: pg.Pool,
  { name, count, rows }: BareCatalogue,
): Promise<{ found: number; slugs: string[] }> {
  const counted = await pool.query<{ found: number }>({ name: `count ${name}`, text: count })
  const found = counted.rows[0]?.found ?? 0
  if (found === 0) return { found, slugs: [] }
  const read = await pool.query<{ slug: string }>({ name: `rows ${name}`, text: rows })
  return { found, slugs: read.rows.map(({ slug }) => slug) }
}
