import { and, asc, desc, eq, gt, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { Program, ProgramQuery } from "#contract/programs.ts"
import type { Ctx } from "#platform/context.ts"
import { enrollments, programs } from "./table.ts"

/** Counts stop here: the page shows "10,000+" beyond. */
const COUNT_LIMIT = 10_001

type Sort = { column: PgColumn; descending: boolean }

const SORTS: Record<ProgramQuery["sort"], Sort> = {
  default: { column: programs.position, descending: false },
  rating: { column: programs.rating, descending: true },
  students: { column: programs.students, descending: true },
  "price-low": { column: programs.price_paise, descending: false },
  "price-high": { column: programs.price_paise, descending: true },
  duration: { column: programs.duration_hours, descending: false },
}

/** The columns of a program as the API shows them, with whether the viewer is enrolled. */
function shownColumns(ctx: Ctx) {
  const viewer = ctx.viewer?.user_id ?? null
  return {
    id: programs.id,
    slug: programs.slug,
    title: programs.title,
    instructor: programs.instructor,
    summary: programs.summary,
    description: programs.description,
    image: programs.image,
    image_alt: programs.image_alt,
    level: sql<Program["level"]>`${programs.level}`,
    service: sql<Program["service"]>`${programs.service}`,
    curriculum: sql<Program["curriculum"]>`${programs.curriculum}`,
    grade: programs.grade,
    subject: programs.subject,
    rating: programs.rating,
    students: programs.students,
    sample_figures: programs.sample_figures,
    duration: programs.duration,
    price_paise: programs.price_paise,
    delivery: sql<Program["delivery"]>`${programs.delivery}`,
    enrolled: sql<boolean>`exists (select 1 from ${enrollments} where ${enrollments.course_id} = ${programs.id}
      and ${enrollments.student_id} = ${viewer}::uuid and ${enrollments.status} = 'active')`,
  }
}

function contains(column: PgColumn, words: string): SQL {
  const escaped = words.replace(/[\\%_]/g, (special) => `\\${special}`)
  return sql`${column} ilike ${`%${escaped}%`}`
}

function filtersOf(query: ProgramQuery): SQL | undefined {
  const exact = (column: PgColumn, wanted: string) => (wanted === "all" || wanted === "" ? undefined : eq(column, wanted))
  return and(
    isNull(programs.archived_at),
    exact(programs.service, query.service),
    exact(programs.curriculum, query.curriculum),
    exact(programs.grade, query.grade),
    exact(programs.subject, query.subject),
    query.search
      ? or(
          contains(programs.title, query.search),
          contains(programs.instructor, query.search),
          contains(programs.subject, query.search),
        )
      : undefined,
  )
}

// A cursor holds the last row's sort value, position and id.
type Cursor = [value: number, position: number, id: string]

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url")
}

function decodeCursor(text: string | undefined): Cursor | null {
  if (!text) return null
  try {
    const cursor = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown
    if (!Array.isArray(cursor) || typeof cursor[0] !== "number" || typeof cursor[1] !== "number") return null
    return typeof cursor[2] === "string" ? (cursor as Cursor) : null
  } catch {
    return null
  }
}

function after({ column, descending }: Sort, [value, position, id]: Cursor): SQL | undefined {
  return or(
    descending ? lt(column, value) : gt(column, value),
    and(eq(column, value), or(gt(programs.position, position), and(eq(programs.position, position), gt(programs.id, id)))),
  )
}

type Listing = { items: Program[]; next_cursor: string | null; found: number; subjects: string[] }

/** One page of the catalogue in three queries, however many programs there are. */
export async function findPrograms(ctx: Ctx, query: ProgramQuery): Promise<Listing> {
  const sort = SORTS[query.sort]
  const filters = filtersOf(query)
  const cursor = decodeCursor(query.cursor)
  const order = [sort.descending ? desc(sort.column) : asc(sort.column), asc(programs.position), asc(programs.id)]
  const [rows, [count], subjects] = await Promise.all([
    ctx.db
      .select({ ...shownColumns(ctx), position: programs.position, sort_value: sql<number>`${sort.column}` })
      .from(programs)
      .where(and(filters, cursor ? after(sort, cursor) : undefined))
      .orderBy(...order)
      .limit(query.limit + 1),
    ctx.db
      .select({ found: sql<number>`count(*)` })
      .from(ctx.db.select({ id: programs.id }).from(programs).where(filters).limit(COUNT_LIMIT).as("found")),
    listSubjects(ctx),
  ])
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? page.at(-1) : undefined
  return {
    items: page.map(({ position: _, sort_value: __, ...program }) => program),
    next_cursor: last ? encodeCursor([last.sort_value, last.position, last.id]) : null,
    found: count?.found ?? 0,
    subjects,
  }
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
export async function findProgram(ctx: Ctx, slug: string) {
  const [row] = await ctx.db
    .select({ ...shownColumns(ctx), outline: programs.outline, instructor_bio: programs.instructor_bio })
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
    .orderBy(desc(enrollments.created_at))
    .limit(100)
}
