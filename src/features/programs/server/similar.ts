import { and, asc, desc, ne, type SQL, sql } from "drizzle-orm"
import type { Program } from "#contract/programs/programs.ts"
import type { Ctx } from "#platform/context.ts"
import { searchWords } from "../rules.ts"
import { shownColumns } from "./columns.ts"
import { ANY, hasWord, offered, type Selection } from "./filters.ts"
import { firstMatches } from "./matches.ts"
import { findProgram } from "./queries.ts"
import { programs } from "./table.ts"
import { readTallies } from "./tallies.ts"
import { chooseWay } from "./way.ts"

const MOST = 4

/** The most programs with a common word that are compared. */
const COMPARED = 200

/**
 * Returns similar programs: of the same subject, then of the same service and curriculum, then of the same
 * service. If the slug has no program, those that share words with it. At most 4, in at most 3 queries.
 */
export async function findSimilarPrograms(ctx: Ctx, slug: string): Promise<Program[]> {
  const program = await findProgram(ctx, slug)
  const { subject, service, curriculum } = program ?? {}
  const selections: Selection[] =
    subject && service && curriculum
      ? [{ ...ANY, subject }, { ...ANY, service, curriculum }, { ...ANY, service }, ANY]
      : [ANY]
  const tallies = await readTallies(ctx, selections)
  const circles = selections.map((selection, index) => {
    const way = chooseWay(tallies, tallies.ofKinds[index] ?? 0, false, MOST + 1)
    const matches = firstMatches(selection, way, { sort: "default", limit: MOST + 1 })
    return sql`select id, ${-index}::double precision as closeness from ${matches} as matches`
  })
  if (!program) circles.push(...sharingWords(slug))
  const closest = sql`(select id, max(closeness) as closeness from (${sql.join(circles, sql` union all `)}) as near group by id)`
  return ctx.db
    .select(shownColumns(ctx))
    .from(programs)
    .innerJoin(sql`${closest} as closest`, sql`closest.id = ${programs.id}`)
    .where(and(offered, program ? ne(programs.id, program.id) : undefined))
    .orderBy(desc(sql`closest.closeness`), asc(programs.position), asc(programs.id))
    .limit(MOST)
}

/**
 * Programs that contain words of a slug, the most similar first. Words of up to three letters are ignored,
 * because they say little.
 */
function sharingWords(slug: string): SQL[] {
  const words = searchWords(slug).filter((word) => word.length > 3)
  if (words.length === 0) return []
  const likeness = words.map((word) => sql`word_similarity(${word}, ${programs.search_text})`)
  const meant = words.map((word) => sql`words_meant_by(${word})`)
  return [
    sql`(select ${programs.id}, ${sql.join(likeness, sql` + `)} as closeness from ${programs}
         where ${offered} and ${hasWord(sql`(select ${sql.join(meant, sql` || `)})`)} limit ${COMPARED})`,
  ]
}
