import CalendarPlus from "lucide-react/icons/calendar-plus"
import type { ScheduledClass } from "#contract/classes.ts"
import { isOpen } from "../rules.ts"

type AddToCalendarProps = {
  session: Pick<ScheduledClass, "id" | "status" | "ends_at">
  now: Date
  /** The element that names the class, for who hears the link alone. */
  titleId?: string
}

/** A file that calendars open, for a class that is still to come. */
export function AddToCalendar({ session, now, titleId }: AddToCalendarProps) {
  if (!isOpen(session, now)) return null
  return (
    <a
      href={`/class/${session.id}/calendar.ics`}
      aria-describedby={titleId}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-ink-muted underline-offset-4 hover:text-ink hover:underline"
    >
      <CalendarPlus size={16} aria-hidden />
      Add to calendar
    </a>
  )
}
