import CalendarPlus from "lucide-react/icons/calendar-plus"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { isOpen } from "../../rules.ts"
import { classTexts } from "../texts/class.texts.ts"

type AddToCalendarProps = {
  scheduledClass: Pick<ScheduledClass, "id" | "status" | "ends_at">
  now: Date
  /** The id of the element with the class's title, which describes the link for screen readers. */
  titleId?: string
}

/** A link to the calendar file of a coming class. */
export function AddToCalendar({ scheduledClass, now, titleId }: AddToCalendarProps) {
  const text = useTexts(classTexts)
  if (!isOpen(scheduledClass, now)) return null
  return (
    <a
      href={`/class/${scheduledClass.id}/calendar.ics`}
      aria-describedby={titleId}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-ink-muted underline-offset-4 hover:text-ink hover:underline"
    >
      <CalendarPlus size={16} aria-hidden />
      {text.addToCalendar}
    </a>
  )
}
