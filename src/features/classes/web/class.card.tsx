import { Link, useLocation } from "react-router"
import type { Role } from "#shared/roles.ts"
import { Badge } from "#ui/badge.tsx"
import { cx } from "#ui/cx.ts"
import { canActForInstructors, isOpen, liveState } from "../rules.ts"
import { AddToCalendar } from "./calendar-link.card.tsx"
import { describeSubject } from "./class-line.card.tsx"
import { classPath } from "./class-links.ts"
import { ManageClass } from "./class-manage.tsx"
import { ClassPlace } from "./class-place.tsx"
import { ClassPlaceLine } from "./class-place-line.tsx"
import { LinePlace, RequestNote } from "./class-request.tsx"
import { Seats, StateBadge } from "./class-seats.tsx"
import { ClassTime } from "./class-time.tsx"
import type { ListedClass } from "./listed-class.ts"
import type { ShownRequest } from "./shown-request.ts"

export type ClassCardProps = {
  session: ListedClass
  /** Who reads the card; null is a visitor. */
  viewer: { role: Role | null } | null
  /** The institution's zone. */
  zone: string
  now: Date
  /** The one class that the address names: shown in full. */
  chosen?: boolean
  /** The reader's own request for this demo class. */
  request?: ShownRequest | undefined
}

/**
 * One class: when, what, how it stands, and what its reader can do. Its buttons post `intent` and `class_id` to
 * the action of the page that shows it.
 */
export function ClassCard({ session, viewer, zone, now, chosen, request }: ClassCardProps) {
  const { id, title } = session
  const manages = viewer !== null && (session.standing === "instructor" || canActForInstructors(viewer))
  const isLive = liveState(session, now) === "live"
  const { hash } = useLocation()
  const titleId = `class-${id}-title`
  return (
    <li
      id={`class-${id}`}
      data-class={id}
      data-chosen={chosen || undefined}
      className={cx(
        "grid scroll-mt-24 gap-x-6 gap-y-4 rounded-card border bg-surface p-5 sm:grid-cols-[auto_1fr] sm:p-6",
        isLive ? "border-live/45" : "border-line",
        (chosen || hash === `#class-${id}`) && "outline-3 outline-offset-2 outline-accent",
      )}
    >
      <ClassTime session={session} zone={zone} />
      <div className="grid min-w-0 gap-4 sm:border-l sm:border-line sm:pl-6">
        <div className="grid gap-2">
          <p className="flex flex-wrap gap-2">
            <StateBadge session={session} now={now} />
            {session.series_id ? <Badge>Weekly</Badge> : null}
            {session.class_type === "demo" ? <Badge tone="warning">Demo class</Badge> : null}
            {session.one_on_one ? <Badge tone="hue">For you alone</Badge> : null}
            {session.delivery === "on_premises" ? <Badge>On premises</Badge> : null}
          </p>
          <h4 className="text-lg leading-snug font-semibold tracking-tight">
            <Link
              id={titleId}
              to={classPath(id)}
              className="rounded-sm decoration-1 underline-offset-4 hover:underline"
            >
              {title}
            </Link>
          </h4>
          <p className="text-[0.9375rem] text-ink-muted">
            with <span className="font-medium text-ink">{session.instructor_name}</span>
            {session.substitutes_for_name ? `, standing in for ${session.substitutes_for_name}` : null} ·{" "}
            {describeSubject(session)}
          </p>
          <ClassPlaceLine session={session} />
          {session.description ? (
            <p className={cx("max-w-prose text-[0.9375rem] whitespace-pre-line", !chosen && "line-clamp-2")}>
              {session.description}
            </p>
          ) : null}
          {session.cancel_reason ? (
            <p className="text-[0.9375rem] text-danger">Reason: {session.cancel_reason}</p>
          ) : null}
        </div>
        {session.line_place === null ? null : <LinePlace place={session.line_place} />}
        {request && isOpen(session, now) ? <RequestNote request={request} zone={zone} /> : null}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Seats session={session} />
            <AddToCalendar session={session} now={now} titleId={titleId} />
          </div>
          <div className="flex flex-wrap items-center gap-2.5">
            {manages ? <ManageClass session={session} now={now} titleId={titleId} /> : null}
            <ClassPlace session={session} viewer={viewer} manages={manages} now={now} titleId={titleId} />
          </div>
        </div>
      </div>
    </li>
  )
}
