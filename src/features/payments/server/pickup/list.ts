import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm"
import type { PickupClass } from "#contract/pickups.ts"
import { students } from "#features/accounts/server/table.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { covers, enrollments, programs } from "#features/programs/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { weekdayOf } from "#shared/time.ts"
import { orders } from "../table.ts"

/** Orders whose pick-up counts on a date (YYYY-MM-DD): paid, in their term, not refunded, and not given up for another plan. */
export function pickedUpOn(date: string): SQL | undefined {
  return and(
    eq(orders.state, "paid"),
    sql`${orders.pickup_days} is not null and ${date}::date between ${orders.starts_on} and ${orders.ends_on}
      and not exists (select from orders c where c.changes = ${orders.id} and c.paid_at is not null)`,
  )
}

/**
 * Lists who is picked up for the classes of a date, class by class: children with a seat, whose family chose that weekday
 * with the term that runs then. An instructor gets their own classes. One query.
 */
export async function listPickups(ctx: SignedInCtx, date: string): Promise<PickupClass[]> {
  const { id, title, start_time, end_time, status, class_type, instructor_id } = scheduledClasses
  const rows = await ctx.db
    .select({
      ...{ class_id: id, title, course: programs.title },
      start_time: sql<string>`to_char(${start_time}, 'HH24:MI')`,
      end_time: sql<string>`to_char(${end_time}, 'HH24:MI')`,
      child: {
        student_id: students.user_id,
        name: sql<string>`trim(${students.first_name} || ' ' || ${students.last_name})`,
        address: orders.pickup_address,
        parent_name: students.parent_name,
        parent_phone: students.parent_phone,
      },
    })
    .from(scheduledClasses)
    .innerJoin(programs, eq(programs.id, scheduledClasses.course_id))
    .innerJoin(classEnrollments, eq(classEnrollments.class_id, id))
    .innerJoin(students, eq(students.user_id, classEnrollments.student_id))
    .innerJoin(
      enrollments,
      and(eq(enrollments.course_id, programs.id), eq(enrollments.student_id, students.user_id), covers(date)),
    )
    .innerJoin(
      orders,
      and(eq(orders.course_id, programs.id), eq(orders.student_id, students.user_id), pickedUpOn(date)),
    )
    .where(
      and(
        eq(scheduledClasses.scheduled_date, date),
        eq(class_type, "regular"),
        ne(status, "cancelled"),
        sql`${weekdayOf(date)} = any(${orders.pickup_days})`,
        ctx.viewer.role === "admin" ? undefined : eq(instructor_id, ctx.viewer.user_id),
      ),
    )
    .orderBy(asc(scheduledClasses.starts_at), asc(id), asc(students.first_name), asc(students.user_id))
  return [...Map.groupBy(rows, (row) => row.class_id).values()].flatMap((ofClass) => {
    const [first] = ofClass
    if (!first) return []
    const { child: _, ...about } = first
    return [{ ...about, children: ofClass.map(({ child }) => child) }]
  })
}
