import { and, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { ProgramQuery } from "#contract/programs/programs.ts"
import { rowsFor } from "#platform/database/paging.ts"
import { PLANNED_ANEW } from "#platform/database/statements.ts"
import { containsSearch, hasWord, offered, ofKinds, type Selection } from "./filters.ts"
import { type LastRow, type Ordered, orderBy, rowsAfter, tableColumns } from "./order.ts"
import { programKinds, programs } from "./table.ts"
import { COUNT_LIMIT, type Way } from "./way.ts"

/** A page in an order: of `limit` rows, and at least one after it. */
export type Wanted = { sort: ProgramQuery["sort"]; limit: number; after?: LastRow | null }

// A literal in the statement, so that the planner also knows it in a cached plan.
const MOST_COUNTED = sql.raw(String(COUNT_LIMIT))

const GATHERED: Ordered = { key: sql`gathered.key`, position: sql`gathered.position`, id: sql`gathered.id` }

/**
 * Returns the first matches in an order, as a table of id, key, position and how many were found in all, at
 * most 10,001. Gathered matches are sorted. If there are more than can be counted, they are dense, and the
 * order is walked instead. The branch that is not taken costs nothing.
 */
export function firstMatches(selection: Selection, way: Way<number | Placeholder>, wanted: Wanted): SQL {
  const columns = tableColumns(wanted.sort)
  const row = sql`${programs.id} as id, ${columns.key} as key, ${programs.position} as position`
  const matching = and(offered, ofKinds(programs, selection), containsSearch(selection.search)) ?? sql`true`
  const count = way.by === "order" ? sql`${way.found}::int` : sql`(select count(*)::int from gathered)`
  const isWalked =
    way.by === "order" ? sql`true` : way.by === "nothing" ? sql`false` : sql`${count} >= ${MOST_COUNTED}`
  // The best plan depends on how many programs contain the text, so plans of searches are not reused.
  const keepsPlan = selection.search ? PLANNED_ANEW : sql``
  return sql`(
    with gathered as materialized (${gather(selection, way, row, matching)} limit ${MOST_COUNTED}) ${keepsPlan}
    select ${count} as found, page.id, page.key, page.position from (
      (select id, key, position from gathered where not ${isWalked} and ${onwards(GATHERED, wanted)})
      union all
      (select ${row} from ${programs} where ${matching} and ${isWalked} and ${onwards(columns, wanted)})
    ) as page
  )`
}

function gather(selection: Selection, way: Way<number | Placeholder>, row: SQL, matching: SQL): SQL {
  switch (way.by) {
    case "nothing":
    case "order":
      return sql`select ${row} from ${programs} where false`
    case "kind":
      // One kind at a time, so that only the programs of these kinds are read.
      return sql`
        select held.* from (
          select service, curriculum, grade, subject, delivery from ${programKinds}
          where offered > 0 and ${ofKinds(programKinds, selection) ?? sql`true`} offset 0) as kind
        cross join lateral (
          select ${row} from ${programs}
          where ${matching} and ${programs.service} = kind.service and ${programs.curriculum} = kind.curriculum
            and ${programs.grade} = kind.grade and ${programs.subject} = kind.subject
            and ${programs.delivery} = kind.delivery offset 0) as held`
    case "words":
      return sql`select ${row} from ${programs}
                 where ${offered} and ${ofKinds(programs, selection) ?? sql`true`} and ${hasWord(sql`${sql.param(way.words)}::text[]`)}`
    case "letters":
      return sql`select ${row} from ${programs} where ${matching}`
  }
}

function onwards(columns: Ordered, { sort, limit, after }: Wanted): SQL {
  const rest = after ? rowsAfter(sort, columns, after) : sql`true`
  return sql`${rest} order by ${orderBy(sort, columns)} limit ${rowsFor(limit)}`
}
