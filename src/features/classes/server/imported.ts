import { inArray } from "drizzle-orm"
import type { ClassDraft } from "#contract/classes/classes.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { emitAll } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { columnsOf, type Times } from "./schedule/draft.ts"
import { planMeetings } from "./schedule/meeting.ts"
import { findOverlaps, refuseOverlapOf, type Taking, takeTurns } from "./schedule/turns.ts"
import { scheduledClasses } from "./table.ts"

export type ImportedClass = Taking & Times & { draft: ClassDraft }

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
 * Inserts classes of a list in the caller's transaction, as if each were scheduled. The caller has checked
 * for overlaps. One that arose meanwhile is refused at `start_time`. Returns their ids.
 */
export async function insertClasses(tx: SignedInCtx, classes: readonly ImportedClass[]): Promise<string[]> {
  if (classes.length === 0) return []
  await takeTurns(
    tx,
    classes.map(({ instructor_id }) => instructor_id),
  )
  const now = tx.clock.now()
  const rows = classes.map(({ draft, instructor_id, scheduled_date, starts_at, ends_at }) => ({
    ...columnsOf(draft),
    ...{ id: newId(), instructor_id, scheduled_date, starts_at, ends_at },
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
