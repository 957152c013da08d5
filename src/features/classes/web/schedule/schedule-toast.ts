import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { Toast } from "#ui/api.ts"

/** Returns the toast after a class was scheduled. It mentions a Meet link only if one was made. */
export function scheduledToast(made: Pick<ScheduledClass, "meet_link" | "series_id">): Toast {
  const title = made.meet_link
    ? "Class scheduled successfully with Google Meet link!"
    : "Class scheduled successfully!"
  return {
    tone: "success",
    title,
    ...(made.series_id && { description: "Every class of the series is in your timetable." }),
  }
}
