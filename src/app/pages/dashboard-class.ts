import type { ScheduledClass } from "#contract/classes.ts"

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
  "standing",
  "enrolled_count",
  "max_capacity",
  "line_place",
  "editable",
  "series_id",
] as const satisfies (keyof ScheduledClass)[]

/** A class as a dashboard's lists show it: what they don't show is not sent. */
export type DashboardClass = Pick<ScheduledClass, (typeof SHOWN)[number]>

export function showClass(session: ScheduledClass): DashboardClass {
  return Object.fromEntries(SHOWN.map((key) => [key, session[key]])) as DashboardClass
}
