import { and, gt, gte, inArray, lt, notInArray } from "drizzle-orm"
import type { SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { refuseFields, withValues } from "#platform/errors.ts"
import { DAY } from "#shared/time.ts"
import { scheduledClasses } from "../table.ts"
import type { Times } from "./draft.ts"
import { takeTurn } from "./turn.ts"

/** The window of a class in an instructor's timetable. */
export type Taking = Times & { instructor_id: string }

/** Locks each instructor's timetable, always in the same order, so that concurrent writers don't deadlock. */
export async function takeTurns(ctx: SignedInCtx, instructorIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(instructorIds)].toSorted()) await takeTurn(ctx, id)
}

/**
 * Returns those that would overlap another class of the same instructor, except the classes in `except`. The
 * caller has locked the instructors' timetables. One query.
 */
export async function findOverlaps(
  ctx: SignedInCtx,
  takings: readonly Taking[],
  except: readonly string[] = [],
): Promise<Taking[]> {
  if (takings.length === 0) return []
  const from = Math.min(...takings.map(({ starts_at }) => starts_at.getTime()))
  const to = Math.max(...takings.map(({ ends_at }) => ends_at.getTime()))
  const { id, instructor_id, status, starts_at, ends_at } = scheduledClasses
  const others = await ctx.db
    .select({ instructor_id, starts_at, ends_at })
    .from(scheduledClasses)
    .where(
      and(
        inArray(instructor_id, [...new Set(takings.map((taking) => taking.instructor_id))]),
        inArray(status, ["scheduled", "live"]),
        lt(starts_at, new Date(to)),
        gt(ends_at, new Date(from)),
        // No class is longer than a day, which bounds the range of starts.
        gte(starts_at, new Date(from - DAY)),
        except.length > 0 ? notInArray(id, [...except]) : undefined,
      ),
    )
  return takings.filter((taking) =>
    others.some(
      (other) =>
        other.instructor_id === taking.instructor_id &&
        other.starts_at < taking.ends_at &&
        taking.starts_at < other.ends_at,
    ),
  )
}

/** Refuses overlapping classes, at the start time. For a series the error names the dates. */
export async function refuseOverlaps(
  ctx: SignedInCtx,
  takings: readonly Taking[],
  except: readonly string[] = [],
): Promise<void> {
  const overlapping = await findOverlaps(ctx, takings, except)
  if (overlapping.length === 0) return
  if (takings.length === 1) refuseFields({ start_time: "CLASS_OVERLAPS" })
  const dates = overlapping.map(({ scheduled_date }) => scheduled_date)
  refuseFields({ start_time: withValues("CLASS_OVERLAPS_ON", ...dates) })
}

/** Runs a write. An overlap that only the database detects is refused like the others. */
export async function refuseOverlapOf<T>(write: () => Promise<T>, field = "start_time"): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (brokenConstraint(error) === "classes_no_overlap") refuseFields({ [field]: "CLASS_OVERLAPS" })
    throw error
  }
}
