import { useSyncExternalStore } from "react"
import { dateInZone, formatInstant, formatTime, timeInZone } from "#shared/time.ts"
import type { ListedClass } from "./listed-class.ts"

const english = {
  until: (end: string) => `to ${end}`,
  ownTime: (time: string) => `${time} your time`,
}

type ClassTimeProps = {
  session: ListedClass
  zone: string
  /** What is said in the reader's language. */
  words?: typeof english
}

/** When a class is: the institution's wall clock with its zone, and the viewer's own where that differs. */
export function ClassTime({ session, zone, words = english }: ClassTimeProps) {
  const own = useOwnTime(session)
  return (
    <div className="grid content-start gap-0.5 sm:w-36">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums sm:grid sm:gap-0">
        <time
          dateTime={session.starts_at.toISOString()}
          className="text-xl leading-snug font-semibold tracking-tight"
        >
          {formatTime(session.start_time)}
        </time>
        <span className="text-sm text-ink-muted">
          {words.until(formatTime(session.end_time))} <abbr title={zone}>{session.zone_name}</abbr>
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

/** The start on the viewer's clock, or null where it reads the same. Only browsers know, so it comes after hydration. */
export function useOwnTime(
  session: Pick<ListedClass, "starts_at" | "start_time" | "scheduled_date">,
): string | null {
  return useSyncExternalStore(
    never,
    () => {
      const { starts_at, start_time, scheduled_date } = session
      const here = Intl.DateTimeFormat().resolvedOptions().timeZone
      const sameDay = dateInZone(starts_at, here) === scheduled_date
      const time = timeInZone(starts_at, here)
      // Compared as read, because one zone has several names.
      if (sameDay && time === start_time) return null
      return sameDay ? formatTime(time) : formatInstant(starts_at, here)
    },
    () => null,
  )
}
