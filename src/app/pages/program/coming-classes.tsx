import MapPin from "lucide-react/icons/map-pin"
import { liveState } from "#features/classes/rules.ts"
import type { ListedClass } from "#features/classes/web/list/listed-class.ts"
import { classTexts } from "#features/classes/web/texts/class.texts.ts"
import { programTexts } from "#features/programs/web/texts/program.texts.ts"
import { cardTexts } from "#features/programs/web/texts/program-card.texts.ts"
import { formatTimeIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"

interface ComingClassesProps {
  classes: readonly ListedClass[]
  now: Date
  /** The institution's zone, in which dates and times are shown. */
  zone: string
  /** Shown instead when there are none. */
  none: string
}

/** The next single classes of a program, each with its seats and a link to it. */
export function ComingClasses({ classes, none, ...shown }: ComingClassesProps) {
  const text = useTexts(programTexts)
  return (
    <section className="grid gap-4" aria-labelledby="coming-classes">
      <h2 id="coming-classes" className="text-heading">
        {text.comingTitle}
      </h2>
      {classes.length === 0 ? (
        <p className="text-ink-muted">{none}</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {classes.map((scheduledClass) => (
            <ComingClass key={scheduledClass.id} scheduledClass={scheduledClass} {...shown} />
          ))}
        </ul>
      )}
    </section>
  )
}

type ComingClassProps = { scheduledClass: ListedClass; now: Date; zone: string }

function ComingClass({ scheduledClass, now, zone }: ComingClassProps) {
  const text = useTexts(programTexts)
  const times = useTexts(classTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const said = useSaidDate()
  const { scheduled_date, start_time, end_time, starts_at } = scheduledClass
  const left = scheduledClass.max_capacity - scheduledClass.enrolled_count
  return (
    <li
      data-class={scheduledClass.id}
      className="relative grid gap-x-6 gap-y-2 p-4 hover:bg-surface-sunken sm:grid-cols-[auto_1fr_auto] sm:items-center sm:px-5"
    >
      <div className="grid content-start gap-0.5 sm:w-40">
        <p className="text-sm font-semibold text-ink-muted">{said(scheduled_date)}</p>
        <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums sm:grid sm:gap-0">
          <time
            dateTime={starts_at.toISOString()}
            className="text-xl leading-snug font-semibold tracking-tight"
          >
            {formatTimeIn(tag, start_time)}
          </time>
          <span className="text-sm text-ink-muted">
            {times.until(formatTimeIn(tag, end_time))} <abbr title={zone}>{scheduledClass.zone_name}</abbr>
          </span>
        </p>
        <p
          hidden
          data-own-time={times.ownTime("{}")}
          data-starts={starts_at.toISOString()}
          data-wall={`${scheduled_date} ${start_time}`}
          className="text-sm text-ink-muted"
        />
      </div>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <a
            href={`/class/${scheduledClass.id}`}
            className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {scheduledClass.title}
          </a>
          {liveState(scheduledClass, now) === "live" ? <LiveBadge label={text.liveNow} /> : null}
          {scheduledClass.class_type === "demo" ? <Badge tone="warning">{text.demo}</Badge> : null}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
          {useTexts(cardTexts).by(scheduledClass.instructor_name)}
          {scheduledClass.venue_name ? (
            <span className="inline-flex items-center gap-1">
              <MapPin size={14} aria-hidden />
              {scheduledClass.venue_name}
            </span>
          ) : null}
        </p>
      </div>
      <p className="text-sm font-medium text-ink-muted tabular-nums">{text.seatsLeft(Math.max(left, 0))}</p>
    </li>
  )
}
