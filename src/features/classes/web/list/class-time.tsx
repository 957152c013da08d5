import { useSyncExternalStore } from "react"
import { dateInZone, formatInstant, formatTime, timeInZone } from "#shared/time.ts"
import type { ListedClass } from "./listed-class.ts"

const english = {
  until: (end: string) => `to ${end}`,
  ownTime: (time: string) => `${time} your time`,
}

type ClassTimeProps = {
  scheduledClass: ListedClass
  zone: string
  /** The texts in the reader's language. */
  words?: typeof english
}

/** When a class is: wall-clock in the institution's zone, and in the viewer's own if that differs. */
export function ClassTime({ scheduledClass, zone, words = english }: ClassTimeProps) {
  const own = useOwnTime(scheduledClass)
  return (
    <div className="grid content-start gap-0.5 sm:w-36">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums sm:grid sm:gap-0">
        <time
          dateTime={scheduledClass.starts_at.toISOString()}
          className="text-xl leading-snug font-semibold tracking-tight"
        >
          {formatTime(scheduledClass.start_time)}
        </time>
        <span className="text-sm text-ink-muted">
          {words.until(formatTime(scheduledClass.end_time))}{" "}
          <abbr title={zone}>{scheduledClass.zone_name}</abbr>
        </span>
      </p>
      {own ? (
        <p data-own-time className="text-sm text-ink-muted">
          {words.ownTime(own)}
        </p>
      ) : null}
    </div>
  )
}

const never = () => () => {}

/**
 * Returns the start in the viewer's zone, or null if it reads the same. Only browsers know the zone, so it is
 * set after hydration.
 */
export function useOwnTime(
  scheduledClass: Pick<ListedClass, "starts_at" | "start_time" | "scheduled_date">,
): string | null {
  return useSyncExternalStore(
    never,
    () => {
      const { starts_at, start_time, scheduled_date } = scheduledClass
      const here = Intl.DateTimeFormat().resolvedOptions().timeZone
      const sameDay = dateInZone(starts_at, here) === scheduled_date
      const time = timeInZone(starts_at, here)
      // Compared as text, because one zone can have several names.
      if (sameDay && time === start_time) return null
      return sameDay ? formatTime(time) : formatInstant(starts_at, here)
    },
    () => null,
  )
}
