import type { ScheduledClass } from "#contract/classes/classes.ts"

/** How many coming classes an instructor's overview lists below the next one. */
export const OVERVIEW_SHOWN = 5

const SHOWN = [
  "id",
  "title",
  "subject",
  "curriculum",
  "grade",
  "instructor_name",
  "scheduled_date",
  "start_time",
  "end_time",
  "starts_at",
  "ends_at",
  "started_at",
  "status",
  "class_type",
  "delivery",
  "venue_name",
  "standing",
  "enrolled_count",
  "max_capacity",
  "waitlist_position",
  "editable",
  "series_id",
  "course_id",
] as const satisfies (keyof ScheduledClass)[]

/** A class with the fields that a dashboard's lists show; the others are not sent. */
export type DashboardClass = Pick<ScheduledClass, (typeof SHOWN)[number]>

export function showClass(scheduledClass: ScheduledClass): DashboardClass {
  return Object.fromEntries(SHOWN.map((key) => [key, scheduledClass[key]])) as DashboardClass
}
