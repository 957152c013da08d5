import { useSyncExternalStore } from "react"
import { formatInstantIn, formatTimeIn } from "#shared/time.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { wallHere } from "#ui/live/own-times.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useWritten } from "#ui/said-time.ts"
import { classTexts } from "../texts/class.texts.ts"
import type { ListedClass } from "./listed-class.ts"

type ClassTimeProps = {
  scheduledClass: ListedClass
  zone: string
}

/** When a class is: wall-clock in the institution's zone, and in the viewer's own if that differs. */
export function ClassTime({ scheduledClass, zone }: ClassTimeProps) {
  const text = useTexts(classTexts)
  const { time } = useWritten()
  const own = useOwnTime(scheduledClass)
  return (
    <div className="grid content-start gap-0.5 sm:w-36">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums sm:grid sm:gap-0">
        <time
          dateTime={scheduledClass.starts_at.toISOString()}
          className="text-xl leading-snug font-semibold tracking-tight"
        >
          {time(scheduledClass.start_time)}
        </time>
        <span className="text-sm text-ink-muted">
          {text.until(time(scheduledClass.end_time))} <abbr title={zone}>{scheduledClass.zone_name}</abbr>
        </span>
      </p>
      {/* Without React the page's small script fills it in. */}
      <p
        hidden={!own}
        data-own-time={text.ownTime("{}")}
        data-starts={scheduledClass.starts_at.toISOString()}
        data-wall={`${scheduledClass.scheduled_date} ${scheduledClass.start_time}`}
        className="text-sm text-ink-muted"
      >
        {own ? text.ownTime(own) : null}
      </p>
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
  const tag = LANGUAGE_TAGS[useLanguage()]
  return useSyncExternalStore(
    never,
    () => {
      const { starts_at, start_time, scheduled_date } = scheduledClass
      const { day, time } = wallHere(starts_at)
      // Compared as text, because one zone can have several names.
      if (day === scheduled_date && time === start_time) return null
      if (day === scheduled_date) return formatTimeIn(tag, time)
      return formatInstantIn(tag, starts_at, Intl.DateTimeFormat().resolvedOptions().timeZone)
    },
    () => null,
  )
}
