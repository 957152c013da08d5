import { type SQL, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { ANY, isWhole, ofKinds, type Selection, searchedWord } from "./filters.ts"
import { programKinds, programWords } from "./table.ts"

/** The counts that are known before any program is read. */
export type Tallies = {
  subjects: string[]
  /** The number of offered programs. */
  total: number
  /** The number of programs of the kinds of each selection, ignoring its search. */
  ofKinds: number[]
  /**
   * The words that contain the search, the most frequent first. Null if the search is not within one word.
   */
  words: { word: string; offered: number }[] | null
}

type TallyRow = {
  subjects: string[] | null
  total: number
  of_kinds: number[]
  words: Tallies["words"]
}

/** For the whole catalogue, the most frequent query. */
const tallyWhole = named<TallyRow>("tally_programs", () => countKinds([ANY, ANY]))

/**
 * Returns the counts that triggers keep, for selections with the same search. One query over small tables.
 * There are few subjects, so the counts are added up by subject before the subjects are sorted.
 */
export async function readTallies(ctx: Ctx, selections: readonly Selection[]): Promise<Tallies> {
  const isCommon = selections.length === 2 && selections.every(isWhole)
  const [row] = isCommon
    ? await tallyWhole(ctx.db)
    : (await ctx.db.execute<TallyRow>(countKinds(selections))).rows
  return {
    subjects: row?.subjects ?? [],
    total: row?.total ?? 0,
    ofKinds: row?.of_kinds ?? [],
    words: row?.words ?? null,
  }
}

function countKinds(selections: readonly Selection[]): SQL {
  const word = searchedWord(selections[0]?.search ?? "")
  const counts = selections.map(
    (selection) =>
      sql`coalesce(sum(offered) filter (where ${ofKinds(programKinds, selection) ?? sql`true`}), 0)`,
  )
  const summed = selections.map((_, index) => sql`coalesce(sum(of_kinds[${sql.raw(String(index + 1))}]), 0)`)
  const words = sql`(select coalesce(json_agg(held order by held.offered desc, held.word), '[]') from (
    select word, offered from ${programWords} where offered > 0 and word like ${`%${word}%`}) as held)`
  return sql`
    select array_agg(subject order by subject) filter (where offered > 0) as subjects,
           coalesce(sum(offered), 0)::int as total,
           array[${sql.join(summed, sql`, `)}]::int[] as of_kinds,
           ${word ? words : sql`null::json`} as words
    from (select subject, sum(offered) as offered, array[${sql.join(counts, sql`, `)}] as of_kinds
          from ${programKinds} group by subject) as by_subject`
}
