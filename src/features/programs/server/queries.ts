import { and, desc, eq, isNull, sql } from "drizzle-orm"
import type { Program, ProgramDetails, ProgramQuery } from "#contract/programs.ts"
import type { Ctx } from "#platform/context.ts"
import { shownColumns } from "./columns.ts"
import { firmFilters, looseFilters } from "./filters.ts"
import { findNearPrograms } from "./near.ts"
import { decodeCursor, encodeCursor, orderOf, rowsAfter, sortKey } from "./order.ts"
import { enrollments, programs } from "./table.ts"

/** Counts stop here: the page shows "10,000+" beyond. */
const COUNT_LIMIT = 10_001

type Listing = {
  items: Program[]
  near: Program[]
  next_cursor: string | null
  found: number
  subjects: string[]
}

/** One page of the catalogue in three queries, and a fourth for near matches on the last page of a search. */
export async function findPrograms(ctx: Ctx, query: ProgramQuery): Promise<Listing> {
  const filters = and(firmFilters(query), looseFilters(query))
  const [{ items, next_cursor }, found, subjects] = await Promise.all([
    findPage(ctx, query, filters),
    countPrograms(ctx, filters),
    listSubjects(ctx),
  ])
  const near = next_cursor ? [] : await findNearPrograms(ctx, query)
  return { items, near, next_cursor, found, subjects }
}

type Filters = ReturnType<typeof and>

async function findPage(ctx: Ctx, query: ProgramQuery, filters: Filters) {
  const from = decodeCursor(query.sort, query.cursor)
  const rows = await ctx.db
    .select({ ...shownColumns(ctx), position: programs.position, key: sortKey(query.sort) })
    .from(programs)
    .where(and(filters, from ? rowsAfter(query.sort, from) : undefined))
    .orderBy(...orderOf(query.sort))
    .limit(query.limit + 1)
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? page.at(-1) : undefined
  return {
    items: page.map(({ position: _, key: __, ...program }): Program => program),
    next_cursor: last ? encodeCursor(query.sort, last) : null,
  }
}

async function countPrograms(ctx: Ctx, filters: Filters): Promise<number> {
  const some = ctx.db.select({ id: programs.id }).from(programs).where(filters).limit(COUNT_LIMIT).as("some")
  const [count] = await ctx.db.select({ found: sql<number>`count(*)` }).from(some)
  return count?.found ?? 0
}

// A skip scan: one index probe per subject instead of reading every program.
async function listSubjects(ctx: Ctx): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ subject: string }>(sql`
    with recursive each as (
      (select subject from programs where archived_at is null order by subject limit 1)
      union all
      select (select p.subject from programs p where p.archived_at is null and p.subject > each.subject
              order by p.subject limit 1)
      from each where each.subject is not null
    )
    select subject from each where subject is not null limit 200`)
  return rows.map((row) => row.subject)
}

/** One program by its address, or null when there is none or it is archived. */
export async function findProgram(ctx: Ctx, slug: string): Promise<ProgramDetails | null> {
  if (slug.includes("\0")) return null
  const { outline, instructor_bio, venue } = programs
  const [row] = await ctx.db
    .select({ ...shownColumns(ctx), outline, instructor_bio, venue })
    .from(programs)
    .where(and(eq(programs.slug, slug), isNull(programs.archived_at)))
  return row ?? null
}

/** The programs a student is enrolled in, newest enrolment first. */
export async function findEnrolledPrograms(ctx: Ctx, studentId: string): Promise<Program[]> {
  return ctx.db
    .select(shownColumns(ctx))
    .from(enrollments)
    .innerJoin(programs, eq(programs.id, enrollments.course_id))
    .where(and(eq(enrollments.student_id, studentId), eq(enrollments.status, "active")))
    .orderBy(desc(enrollments.created_at), desc(enrollments.id))
    .limit(100)
}
