import type { ScheduledClass } from "#contract/classes.ts"
import type { Toast } from "#ui/api.ts"

/** What a person reads once a class is scheduled: a Meet link is spoken of only where one was made. */
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
