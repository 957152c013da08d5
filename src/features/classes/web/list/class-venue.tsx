import MapPin from "lucide-react/icons/map-pin"
import Video from "lucide-react/icons/video"
import type { ScheduledClass } from "#contract/classes/classes.ts"

type Placed = Pick<ScheduledClass, "delivery" | "venue_name" | "venue_address" | "meet_link" | "status">

/** Where a class is held if not only in its own room: its venue, or a Google Meet beside the room. */
export function ClassVenue({ scheduledClass }: { scheduledClass: Placed }) {
  if (scheduledClass.delivery === "on_premises") {
    return (
      <p className="flex items-start gap-1.5 text-[0.9375rem]">
        <MapPin size={18} className="mt-0.5 shrink-0 text-ink-muted" aria-hidden />
        <span>
          <span className="font-medium">{scheduledClass.venue_name}</span>
          {scheduledClass.venue_address ? (
            <span className="text-ink-muted">, {scheduledClass.venue_address}</span>
          ) : null}
        </span>
      </p>
    )
  }
  if (!scheduledClass.meet_link || scheduledClass.status === "cancelled") return null
  return (
    <p className="flex items-center gap-1.5 text-[0.9375rem]">
      <Video size={18} className="shrink-0 text-ink-muted" aria-hidden />
      <a
        href={scheduledClass.meet_link}
        target="_blank"
        rel="noreferrer"
        className="rounded-sm text-primary-text underline decoration-1 underline-offset-4"
      >
        Google Meet
      </a>
    </p>
  )
}
