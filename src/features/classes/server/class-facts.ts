import { sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { ClassNow, Listing } from "#shared/changes.ts"
import { deletedClasses } from "./bin-tables.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/** The facts that decide who is notified of a change of a class, and what lists show of it. */
export type ClassFacts = {
  id: string
  instructor_id: string
  substitutes_for: string | null
  /** Made for some students alone: others don't hear of it. */
  unlisted: boolean
  scheduled_date: string
  listing: Listing
  now: ClassNow
  /** The people with a seat, for unlisted classes and for those of `withPeople`. */
  people: string[]
}

type Row = Omit<ClassFacts, "listing" | "now"> & Listing & Omit<ClassNow, "at">

const columns = sql.raw(
  `id, instructor_id, substitutes_for, one_on_one or invitation_id is not null as unlisted, scheduled_date, curriculum, class_type, status,
   seats_taken, seats_held, waiting, max_capacity`,
)

/** Returns the facts of classes by id, including those in the bin. One query. */
export async function readClassFacts(
  ctx: Pick<Ctx, "db" | "clock">,
  ids: readonly string[],
  withPeople: readonly string[],
): Promise<Map<string, ClassFacts>> {
  const at = ctx.clock.now().getTime()
  const { rows } = await ctx.db.execute<Row>(sql`
    with wanted as (select unnest(${sql.param(ids)}::uuid[]) as wanted_id),
    found as (
      select ${columns} from ${scheduledClasses} where id in (select wanted_id from wanted)
      union all
      select ${columns} from (
        select (jsonb_populate_record(null::${scheduledClasses}, row)).* from ${deletedClasses}
        where id in (select wanted_id from wanted)) binned)
    select id, instructor_id, substitutes_for, unlisted, scheduled_date::text as scheduled_date,
      curriculum, class_type, status, seats_taken as enrolled_count, seats_held as held_count,
      waiting as waiting_count, max_capacity,
      case when unlisted or id = any(${sql.param(withPeople)}::uuid[]) then array(
        select student_id::text from ${classEnrollments} where class_id = found.id
        union all
        select student_id::text from ${demoClassRequests} where class_id = found.id and status = 'approved')
      else '{}' end as people
    from found`)
  return new Map(rows.map((row) => [row.id, toFacts(row, at)]))
}

function toFacts(row: Row, at: number): ClassFacts {
  const { curriculum, class_type, status, enrolled_count, held_count, waiting_count, ...rest } = row
  const { max_capacity, ...facts } = rest
  return {
    ...facts,
    listing: { curriculum, class_type },
    now: { at, status, enrolled_count, held_count, waiting_count, max_capacity },
  }
}

/** Returns which of these classes one of these people has a seat in. One query. */
export async function readClassesOf(
  ctx: Pick<Ctx, "db">,
  people: readonly string[],
  classes: readonly string[],
): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ class_id: string }>(sql`
    select class_id from ${classEnrollments}
    where class_id = any(${sql.param(classes)}::uuid[]) and student_id = any(${sql.param(people)}::uuid[])
    union
    select class_id from ${demoClassRequests}
    where class_id = any(${sql.param(classes)}::uuid[]) and student_id = any(${sql.param(people)}::uuid[])
      and status = 'approved'`)
  return rows.map((row) => row.class_id)
}
