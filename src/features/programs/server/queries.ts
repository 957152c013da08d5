import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm"
import { QueryBuilder } from "drizzle-orm/pg-core"
import type { Program, ProgramDetails, ProgramQuery } from "#contract/programs/programs.ts"
import type { Ctx } from "#platform/context.ts"
import { named, prepared } from "#platform/database/db.ts"
import { rowsRead } from "#platform/database/paging.ts"
import { type Looking, shownColumns } from "./columns.ts"
import { ANY, exactSelection, isWhole, looseSelection, type Selection } from "./filters.ts"
import { firstMatches, type Wanted } from "./matches.ts"
import { findNearPrograms } from "./near.ts"
import { decodeCursor, encodeCursor, type LastRow } from "./order.ts"
import { enrollments, programs } from "./table.ts"
import { readTallies } from "./tallies.ts"
import { chooseWay, type Way } from "./way.ts"

/** The most subjects in a selector. More would need a search. */
const MOST_SUBJECTS = 200

type Listing = {
  items: Program[]
  near: Program[]
  next_cursor: string | null
  found: number
  subjects: string[]
}

/**
 * Returns one page of the catalogue, in two queries and a third for near matches on the last page of a
 * search.
 */
export async function findPrograms(ctx: Ctx, query: ProgramQuery): Promise<Listing> {
  const exact = exactSelection(query)
  const loose = looseSelection(query)
  const tallies = await readTallies(ctx, [exact, loose])
  const [ofExact = 0, ofLoose = 0] = tallies.ofKinds
  const page = await findPage(
    ctx,
    query,
    exact,
    chooseWay(tallies, ofExact, query.search !== "", query.limit + 1),
  )
  const near = page.next_cursor ? [] : await findNearPrograms(ctx, query, loose, tallies, ofLoose)
  return { ...page, near, subjects: tallies.subjects.slice(0, MOST_SUBJECTS) }
}

async function findPage(ctx: Ctx, query: ProgramQuery, selection: Selection, way: Way) {
  const { sort, limit, cursor } = query
  const after = decodeCursor(sort, cursor)
  const read = (most: number, from: LastRow | null) =>
    way.by === "nothing" ? [] : readMatches(ctx, selection, way, { sort, limit: most, after: from })
  const rows = await read(limit, after)
  // A page after the last match has no row with the count.
  const found = rows[0]?.found ?? (after ? (await read(1, null))[0]?.found : 0) ?? 0
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return {
    found,
    items: items.map(({ found: _, key: __, position: ___, ...program }): Program => program),
    next_cursor: last ? encodeCursor(sort, last) : null,
  }
}

type Match = Program & { found: number; key: number; position: number }

const firstPages = new Map<string, ReturnType<typeof named<Match>>>()

/**
 * The first page of the whole catalogue, the most frequent query, prepared for each order and size, for
 * people and for visitors.
 */
function firstPage(sort: Wanted["sort"], limit: number, isPerson: boolean) {
  const name = `first_programs_by_${sort}_${rowsRead(limit)}_for_${isPerson ? "person" : "visitor"}`
  const known = firstPages.get(name)
  if (known) return known
  const viewer = isPerson ? { user_id: sql.placeholder("viewer") } : null
  const way = { by: "order" as const, found: sql.placeholder("found") }
  const made = named<Match>(name, () => showMatches({ viewer }, firstMatches(ANY, way, { sort, limit })))
  firstPages.set(name, made)
  return made
}

async function readMatches(ctx: Ctx, selection: Selection, way: Way, wanted: Wanted): Promise<Match[]> {
  if (isWhole(selection) && !wanted.after && way.by === "order") {
    const read = firstPage(wanted.sort, wanted.limit, ctx.viewer !== null)
    return read(ctx.db, { found: way.found, viewer: ctx.viewer?.user_id })
  }
  return (await ctx.db.execute<Match>(showMatches(ctx, firstMatches(selection, way, wanted)))).rows
}

function showMatches(looking: Looking, matches: SQL): SQL {
  return new QueryBuilder()
    .select({
      ...shownColumns(looking),
      found: sql<number>`matches.found`,
      key: sql<number>`matches.key`,
      position: programs.position,
    })
    .from(programs)
    .innerJoin(sql`${matches} as matches`, sql`matches.id = ${programs.id}`)
    .orderBy(sql`matches.key`, sql`matches.position`, sql`matches.id`)
    .getSQL()
}

/** Returns one program by its slug, or null if it does not exist or is archived. */
export async function findProgram(ctx: Ctx, slug: string): Promise<ProgramDetails | null> {
  if (slug.includes("\0")) return null
  const { outline, instructor_bio, venue, monthly_fee_paise } = programs
  const [row] = await ctx.db
    .select({
      ...{ ...shownColumns(ctx), outline, instructor_bio, venue, monthly_fee_paise },
    })
    .from(programs)
    .where(and(eq(programs.slug, slug), isNull(programs.archived_at)))
  return row ?? null
}

const enrolledPrograms = prepared("programs_of_student", (db) => {
  const student = sql.placeholder("student")
  return db
    .select(shownColumns({ viewer: { user_id: student } }))
    .from(enrollments)
    .innerJoin(programs, eq(programs.id, enrollments.course_id))
    .where(and(eq(enrollments.student_id, student), eq(enrollments.status, "active")))
    .orderBy(desc(enrollments.created_at), desc(enrollments.id))
    .limit(100)
})

/** Returns the programs a student is enrolled in, newest enrolment first. */
export async function findEnrolledPrograms(ctx: Ctx, studentId: string): Promise<Program[]> {
  return enrolledPrograms(ctx.db, { student: studentId })
}
