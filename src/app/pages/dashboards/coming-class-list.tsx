import MapPin from "lucide-react/icons/map-pin"
import { Link } from "react-router"
import { liveState } from "#features/classes/rules.ts"
import { ClassTime } from "#features/classes/web/list/class-time.tsx"
import type { ListedClass } from "#features/classes/web/list/listed-class.ts"
import { useNow } from "#features/classes/web/list/use-now.ts"
import { programTexts } from "#features/programs/web/texts/program.texts.ts"
import { cardTexts } from "#features/programs/web/texts/program-card.texts.ts"
import { formatDateIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"

export interface ComingClassListProps {
  classes: ListedClass[]
  /** The instant at which the server read the data. */
  now: Date
  /** The institution's zone, in which dates and times are shown. */
  zone: string
}

/** The next classes of a program, each with its seats and a link to it. */
export function ComingClassList({ classes, now, zone }: ComingClassListProps) {
  const current = useNow(now)
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {classes.map((scheduledClass) => (
        <ComingClass key={scheduledClass.id} scheduledClass={scheduledClass} now={current} zone={zone} />
      ))}
    </ul>
  )
}

function ComingClass({
  scheduledClass,
  now,
  zone,
}: {
  scheduledClass: ListedClass
  now: Date
  zone: string
}) {
  const text = useTexts(programTexts)
  const language = useLanguage()
  const left = scheduledClass.max_capacity - scheduledClass.enrolled_count
  return (
    <li
      data-class={scheduledClass.id}
      className="relative grid gap-x-6 gap-y-2 p-4 hover:bg-surface-sunken sm:grid-cols-[auto_1fr_auto] sm:items-center sm:px-5"
    >
      <div className="grid gap-0.5">
        <p className="text-sm font-semibold text-ink-muted">
          {formatDateIn(LANGUAGE_TAGS[language], scheduledClass.scheduled_date)}
        </p>
        <ClassTime scheduledClass={scheduledClass} zone={zone} />
      </div>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={`/class/${scheduledClass.id}`}
            className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {scheduledClass.title}
          </Link>
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
