import MapPin from "lucide-react/icons/map-pin"
import { Link } from "react-router"
import { liveState } from "#features/classes/rules.ts"
import { ClassTime } from "#features/classes/web/class-time.tsx"
import type { ListedClass } from "#features/classes/web/listed-class.ts"
import { useNow } from "#features/classes/web/use-now.ts"
import { catalogueTexts } from "#features/programs/web/catalogue.texts.ts"
import { formatDateIn } from "#shared/time.ts"
import { Badge } from "#ui/badge.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { LiveBadge } from "#ui/live-badge.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"

interface ComingClassesProps {
  classes: ListedClass[]
  /** The instant that the server answered for. */
  now: Date
  /** The institution's zone, in which dates and times are told. */
  zone: string
  /** What is said instead when there are none. */
  none: string
}

/** The next classes of a program, each with its seats and the way to it. */
export function ComingClasses({ classes, now, zone, none }: ComingClassesProps) {
  const text = useTexts(catalogueTexts)
  const current = useNow(now)
  return (
    <section className="grid gap-4" aria-labelledby="coming-classes">
      <h2 id="coming-classes" className="text-heading">
        {text.comingTitle}
      </h2>
      {classes.length === 0 ? <p className="text-ink-muted">{none}</p> : null}
      {classes.length > 0 ? (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {classes.map((session) => (
            <ComingClass key={session.id} session={session} now={current} zone={zone} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function ComingClass({ session, now, zone }: { session: ListedClass; now: Date; zone: string }) {
  const text = useTexts(catalogueTexts)
  const language = useLanguage()
  const left = session.max_capacity - session.enrolled_count
  return (
    <li
      data-class={session.id}
      className="relative grid gap-x-6 gap-y-2 p-4 hover:bg-surface-sunken sm:grid-cols-[auto_1fr_auto] sm:items-center sm:px-5"
    >
      <div className="grid gap-0.5">
        <p className="text-sm font-semibold text-ink-muted">
          {formatDateIn(LANGUAGE_TAGS[language], session.scheduled_date)}
        </p>
        <ClassTime session={session} zone={zone} words={text} />
      </div>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={`/class/${session.id}`}
            className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {session.title}
          </Link>
          {liveState(session, now) === "live" ? <LiveBadge label={text.liveNow} /> : null}
          {session.class_type === "demo" ? <Badge tone="warning">{text.demo}</Badge> : null}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
          {text.by(session.instructor_name)}
          {session.venue_name ? (
            <span className="inline-flex items-center gap-1">
              <MapPin size={14} aria-hidden />
              {session.venue_name}
            </span>
          ) : null}
        </p>
      </div>
      <p className="text-sm font-medium text-ink-muted tabular-nums">{text.seatsLeft(Math.max(left, 0))}</p>
    </li>
  )
}
