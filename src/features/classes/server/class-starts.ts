import { type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import type { Place } from "#platform/database/paging.ts"
import { classEnrollments, scheduledClasses } from "./table.ts"

/** The columns by which classes are listed: their own, or those of a seat in them. */
export type Start = { starts_at: AnyPgColumn; id: AnyPgColumn }
export const ofClass: Start = scheduledClasses
export const ofSeat: Start = { starts_at: classEnrollments.starts_at, id: classEnrollments.class_id }

/** Selects what starts after a place in a list. Compared as a row, so that the index on both columns returns the page. */
export function afterPlace(at: Place | null, of = ofClass): SQL | undefined {
  return at
    ? sql`(${of.starts_at}, ${of.id}) > (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)`
    : undefined
}

/** The same for a list of the newest first. */
export function beforePlace(at: Place | null, of = ofClass): SQL | undefined {
  return at
    ? sql`(${of.starts_at}, ${of.id}) < (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)`
    : undefined
}

/** Few classes are live, and they have an index of their own. */
export const oldestLive = sql`(select min(live.starts_at) from ${scheduledClasses} live where live.status = 'live')`

/**
 * Returns a lower bound of the starts for a query of what starts from an instant on and every live class,
 * however old. An OR of the two alone would read the whole table.
 */
export function notBefore(from: Date | SQL, of = ofClass): SQL {
  const instant = from instanceof Date ? sql`${from.toISOString()}::timestamptz` : from
  return sql`${of.starts_at} >= least(${instant}, ${oldestLive})`
}
