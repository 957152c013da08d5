import { inArray, sql } from "drizzle-orm"
import type { ClassDraft } from "#contract/classes/classes.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { emitAll } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { deletedClasses } from "./bin-tables.ts"
import { columnsOf, type Times } from "./schedule/draft.ts"
import { planMeetings } from "./schedule/meeting.ts"
import { findOverlaps, refuseOverlapOf, type Taking, takeTurns } from "./schedule/turns.ts"
import { scheduledClasses, shared } from "./table.ts"

export type ImportedClass = Taking & Times & { draft: ClassDraft; batch: string | null }

/** A series of a program's regular classes, as lists name it. */
export type NamedBatch = {
  id: string
  course_id: string
  /** The name that a list gave it, or else its weekdays and time, such as "Mon Wed 16:30". */
  name: string
  /** Whether a list named it. */
  named: boolean
  /** Whether it has classes to come. */
  coming: boolean
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

/**
 * Returns the series of these programs, the one with the first class first. Those whose classes are all in the bin keep
 * their name. One query.
 */
export async function readBatches(
  ctx: Pick<Ctx, "db" | "clock">,
  courseIds: readonly string[],
): Promise<NamedBatch[]> {
  if (courseIds.length === 0) return []
  const ids = sql`${sql.param([...new Set(courseIds)])}::uuid[]`
  const { rows } = await ctx.db.execute<
    Pick<NamedBatch, "id" | "course_id" | "coming"> & {
      batch: string | null
      days: number[] | null
      start_time: string | null
    }
  >(sql`
    select course_id, series_id as id, max(batch) as batch, bool_or(coming) as coming,
      array_agg(distinct extract(isodow from scheduled_date)::integer) filter (where coming) as days,
      (array_agg(to_char(start_time, 'HH24:MI') order by starts_at) filter (where coming))[1] as start_time
    from (
      select course_id, series_id, batch, scheduled_date, start_time, starts_at,
        status in ('scheduled', 'live') and ends_at > ${ctx.clock.now().toISOString()}::timestamptz as coming
      from ${scheduledClasses}
      where course_id = any(${ids}) and series_id is not null and class_type = 'regular' and ${shared}
      union all
      select (row ->> 'course_id')::uuid, (row ->> 'series_id')::uuid, row ->> 'batch', (row ->> 'scheduled_date')::date,
        (row ->> 'start_time')::time, (row ->> 'starts_at')::timestamptz, false
      from ${deletedClasses}
      where (row ->> 'course_id')::uuid = any(${ids}) and row ->> 'batch' is not null
    ) held
    group by course_id, series_id order by min(starts_at), series_id`)
  return rows.map(({ id, course_id, coming, batch, days, start_time }) => ({
    ...{ id, course_id, coming, named: batch !== null },
    name: batch ?? [...(days ?? []).map((day) => DAYS[day - 1]), start_time].filter(Boolean).join(" "),
  }))
}

const batchKey = ({ course_id, name }: Pick<NamedBatch, "course_id" | "name">) =>
  `${course_id} ${name.toLowerCase()}`

/** Returns the series of each batch that classes of a list name, as it was first written: one that is there goes on. */
async function chooseSeries(
  tx: Pick<Ctx, "db" | "clock">,
  classes: readonly ImportedClass[],
): Promise<(one: ImportedClass) => { series_id: string | null; batch: string | null }> {
  const courses = classes.flatMap(({ batch, draft }) => (batch && draft.course_id ? draft.course_id : []))
  const known = (await readBatches(tx, courses)).filter(({ named }) => named)
  const series = new Map(known.map((one) => [batchKey(one), { series_id: one.id, batch: one.name }]))
  return ({ batch, draft: { course_id } }) => {
    if (!batch || !course_id) return { series_id: null, batch: null }
    const key = batchKey({ course_id, name: batch })
    const chosen = series.get(key) ?? { series_id: newId(), batch }
    series.set(key, chosen)
    return chosen
  }
}

/** Returns which of these windows overlap scheduled classes or each other. One query. */
export async function overlapsOf(ctx: SignedInCtx, takings: readonly Taking[]): Promise<Set<Taking>> {
  const overlapping = new Set(await findOverlaps(ctx, takings))
  const byTeacher = Map.groupBy(takings, (taking) => taking.instructor_id)
  for (const own of byTeacher.values()) {
    const inOrder = own.toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime())
    let latest: Taking | undefined
    for (const taking of inOrder) {
      if (latest && taking.starts_at < latest.ends_at) overlapping.add(taking)
      if (!latest || taking.ends_at > latest.ends_at) latest = taking
    }
  }
  return overlapping
}

/**
 * Inserts classes of a list in the caller's transaction, as if each were scheduled. Those of one program that name the
 * same batch share a series, also with classes of earlier lists. The caller has checked
 * for overlaps. One that arose meanwhile is refused at `start_time`. Returns their ids.
 */
export async function insertClasses(tx: SignedInCtx, classes: readonly ImportedClass[]): Promise<string[]> {
  if (classes.length === 0) return []
  await takeTurns(
    tx,
    classes.map(({ instructor_id }) => instructor_id),
  )
  const now = tx.clock.now()
  const seriesOf = await chooseSeries(tx, classes)
  const rows = classes.map((one) => ({
    ...columnsOf(one.draft),
    ...{ id: newId(), instructor_id: one.instructor_id, scheduled_date: one.scheduled_date },
    ...{ starts_at: one.starts_at, ends_at: one.ends_at, ...seriesOf(one) },
    created_at: now,
    updated_at: now,
  }))
  await refuseOverlapOf(() => tx.db.insert(scheduledClasses).values(rows))
  const ids = rows.map((row) => row.id)
  await planMeetings(tx, ids)
  for (const row of rows) {
    if (row.course_id) await tx.jobs.publish(tx, "class.scheduled", { class_id: row.id })
  }
  await emitAll(tx, "class.scheduled", ids)
  await emitAll(tx, "person.changed", [...new Set(classes.map(({ instructor_id }) => instructor_id))])
  return ids
}

/**
 * Returns the classes of these instructors by instructor, title and start, so that an import skips those that
 * exist.
 */
export async function readClassKeys(
  ctx: Pick<Ctx, "db">,
  instructorIds: readonly string[],
): Promise<Set<string>> {
  if (instructorIds.length === 0) return new Set()
  const { instructor_id, title, starts_at } = scheduledClasses
  const rows = await ctx.db
    .select({ instructor_id, title, starts_at })
    .from(scheduledClasses)
    .where(inArray(instructor_id, [...new Set(instructorIds)]))
  return new Set(rows.map(classKey))
}

export function classKey(row: { instructor_id: string; title: string; starts_at: Date }): string {
  return `${row.instructor_id} ${row.starts_at.getTime()} ${row.title.toLowerCase()}`
}
