import { type SQL, sql } from "drizzle-orm"
import { classWaitlist } from "../seat-tables.ts"
import { demoClassRequests, scheduledClasses } from "../table.ts"

/**
 * Returns a student's position on a class's waitlist, counted from 1, or null, for a query that selects the
 * class. The class itself stores whether there is a waitlist, so nothing is looked up without one.
 */
export function waitlistPositionOf(studentId: SQL): SQL<number | null> {
  const { id, waiting } = scheduledClasses
  return sql<number | null>`case when ${waiting} = 0 then null else coalesce(
    (select (select count(*) from ${classWaitlist} ahead where ahead.class_id = mine.class_id and ahead.place <= mine.place)
     from ${classWaitlist} mine where mine.class_id = ${id} and mine.student_id = ${studentId}),
    (select (select count(*) from ${demoClassRequests} ahead
             where ahead.class_id = mine.class_id and ahead.status = 'pending' and ahead.held_until is null
               and (ahead.requested_at, ahead.id) <= (mine.requested_at, mine.id))
     from ${demoClassRequests} mine
     where mine.class_id = ${id} and mine.student_id = ${studentId} and mine.status = 'pending' and mine.held_until is null)) end`
}
