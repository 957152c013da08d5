import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { ProgramQuery } from "#contract/programs.ts"
import { programs, searchText } from "./table.ts"

/** Whether a filter narrows anything. */
export function isChosen(wanted: string): boolean {
  return wanted !== "" && wanted !== "all"
}

// PostgreSQL takes no NUL in a text, and no program has one.
function plain(text: string): string {
  return text.replaceAll("\0", "\u{fffd}")
}

function exactly(column: PgColumn, wanted: string): SQL | undefined {
  return isChosen(wanted) ? eq(column, plain(wanted)) : undefined
}

/** Case-insensitive substring of title, instructor or subject; undefined without a search. */
export function containsSearch(search: string): SQL | undefined {
  if (!search) return undefined
  const escaped = plain(search).replace(/[\\%_]/g, (special) => `\\${special}`)
  return sql`(${searchText(programs)}) ilike ${`%${escaped}%`}`
}

/** The filters without grade and search, which near matches keep. */
export function firmFilters(query: ProgramQuery): SQL | undefined {
  return and(
    isNull(programs.archived_at),
    exactly(programs.service, query.service),
    exactly(programs.curriculum, query.curriculum),
    exactly(programs.subject, query.subject),
  )
}

/** The filters that near matches loosen; undefined when neither is set. */
export function looseFilters(query: ProgramQuery): SQL | undefined {
  return and(exactly(programs.grade, query.grade), containsSearch(query.search))
}
