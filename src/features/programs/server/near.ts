import { and, asc, desc, eq, inArray, not, type SQL, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/pg-core"
import type { Program, ProgramQuery } from "#contract/programs.ts"
import type { Ctx } from "#platform/context.ts"
import { gradesTakingIn, searchWords } from "../rules.ts"
import { shownColumns } from "./columns.ts"
import { containsSearch, firmFilters, isChosen } from "./filters.ts"
import { programs, searchText } from "./table.ts"

const MOST = 12

/**
 * How alike a typed word and a stretch of the program's words must be, from 0 to 1. PostgreSQL's own 0.6 misses
 * short words: "chees" and "chess" have 0.5, "karete" and "karate" 0.43.
 */
const ALIKE = "0.4"

/** So many alike programs are compared at most, which keeps the cost flat where thousands are alike. */
const COMPARED = 300

// For this statement alone. PostgreSQL tests a condition without columns before it reads a row.
const withThreshold = sql`(select set_config('pg_trgm.word_similarity_threshold', ${ALIKE}, true)) is not null`

/**
 * Programs that just miss. First those whose range or 'All' takes in the chosen grade, then those that hold a word
 * like each one of the search, the closest first; the other filters hold. One query, or none when nothing can be
 * near.
 */
export async function findNearPrograms(ctx: Ctx, query: ProgramQuery): Promise<Program[]> {
  const parts = [byGrade(ctx, query), byWords(ctx, query)].filter((part) => part !== null)
  const [first, second] = parts
  if (!first) return []
  const near = (second ? unionAll(first, second) : first).as("near")
  return ctx.db
    .select(shownColumns(ctx))
    .from(near)
    .innerJoin(programs, eq(programs.id, near.near_id))
    .orderBy(desc(near.closeness), asc(programs.position), asc(programs.id))
    .limit(MOST)
}

function byGrade(ctx: Ctx, query: ProgramQuery) {
  const grades = isChosen(query.grade) ? gradesTakingIn(query.grade) : []
  if (grades.length === 0) return null
  const closest = sql<number>`9::double precision`
  return candidates(ctx, closest)
    .where(and(firmFilters(query), inArray(programs.grade, grades), containsSearch(query.search)))
    .orderBy(asc(programs.position), asc(programs.id))
    .limit(MOST)
}

function byWords(ctx: Ctx, query: ProgramQuery) {
  const words = searchWords(query.search)
  const contained = containsSearch(query.search)
  if (words.length === 0 || !contained) return null
  const likeness = words.map((word) => sql`word_similarity(${word}, ${searchText(programs)})`)
  return candidates(ctx, sql<number>`(${sql.join(likeness, sql` + `)})::double precision`)
    .where(
      and(
        withThreshold,
        firmFilters(query),
        isChosen(query.grade)
          ? inArray(programs.grade, [query.grade, ...gradesTakingIn(query.grade)])
          : undefined,
        ...words.map((word) => sql`${word} <% (${searchText(programs)})`),
        not(contained),
      ),
    )
    .limit(COMPARED)
}

function candidates(ctx: Ctx, closeness: SQL<number>) {
  return ctx.db
    .select({ near_id: sql<string>`${programs.id}`.as("near_id"), closeness: closeness.as("closeness") })
    .from(programs)
    .$dynamic()
}
