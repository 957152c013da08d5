import { and, asc, desc, eq, not, type SQL, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/pg-core"
import type { Program, ProgramQuery } from "#contract/programs/programs.ts"
import type { Ctx } from "#platform/context.ts"
import { searchWords } from "../rules.ts"
import { shownColumns } from "./columns.ts"
import { containsSearch, exactSelection, hasWord, offered, ofKinds, type Selection } from "./filters.ts"
import { firstMatches } from "./matches.ts"
import { programs } from "./table.ts"
import type { Tallies } from "./tallies.ts"
import { chooseWay } from "./way.ts"

const MOST = 12

/** The most programs compared, which limits the cost where thousands contain such words. */
const COMPARED = 100

/**
 * Finds programs that nearly match. First those whose range or 'All' includes the chosen grade, selected by
 * `loose`, of which `kinds` have the right kind. Then those that contain, for each word of the search, a word
 * it may have meant, the closest first. The other filters apply. One query, or none if there can be no near
 * match.
 */
export async function findNearPrograms(
  ctx: Ctx,
  query: ProgramQuery,
  loose: Selection,
  tallies: Tallies,
  kinds: number,
): Promise<Program[]> {
  const parts = [byGrade(ctx, loose, tallies, kinds), byWords(ctx, query, loose)]
  const [first, second] = parts.filter((part) => part !== null)
  if (!first) return []
  const near = (second ? unionAll(first, second) : first).as("near")
  return ctx.db
    .select(shownColumns(ctx))
    .from(near)
    .innerJoin(programs, eq(programs.id, near.near_id))
    .orderBy(desc(near.closeness), asc(programs.position), asc(programs.id))
    .limit(MOST)
}

function byGrade(ctx: Ctx, loose: Selection, tallies: Tallies, kinds: number) {
  if (loose.grades.length === 0) return null
  const way = chooseWay(tallies, kinds, loose.search !== "", MOST)
  if (way.by === "nothing") return null
  const matches = firstMatches(loose, way, { sort: "default", limit: MOST })
  return ctx.db
    .select({
      near_id: sql<string>`matches.id`.as("near_id"),
      closeness: sql<number>`9::double precision`.as("closeness"),
    })
    .from(sql`${matches} as matches`)
    .$dynamic()
}

function byWords(ctx: Ctx, query: ProgramQuery, loose: Selection) {
  const words = searchWords(query.search)
  const contained = containsSearch(query.search)
  if (words.length === 0 || !contained) return null
  const { grades, ...kind } = exactSelection(query)
  const likeness = words.map((word) => sql`word_similarity(${word}, ${programs.search_text})`)
  return ctx.db
    .select({
      near_id: sql<string>`${programs.id}`.as("near_id"),
      closeness: sql<number>`(${sql.join(likeness, sql` + `)})::double precision`.as("closeness"),
    })
    .from(programs)
    .where(
      and(
        offered,
        ofKinds(programs, { ...kind, grades: [...grades, ...loose.grades] }),
        ...words.map((word) => hasWord(wordsMeantBy(word))),
        not(contained),
      ),
    )
    .limit(COMPARED)
    .$dynamic()
}

// A subquery, so that it is evaluated once and an index can be used.
function wordsMeantBy(typed: string): SQL {
  return sql`(select words_meant_by(${typed}))`
}
