import { useLocation } from "react-router"
import { Badge } from "#ui/components/badge.tsx"
import { cx } from "#ui/cx.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { classPath } from "../../addresses.ts"
import { canActForInstructors, isOpen, liveState } from "../../rules.ts"
import { ManageClass } from "../schedule/class-manage.tsx"
import { classTexts } from "../texts/class.texts.ts"
import { listTexts } from "../texts/list.texts.ts"
import { AddToCalendar } from "../timetable/calendar-link.card.tsx"
import { CancelReason } from "./cancel-reason.tsx"
import { ClassPlace, type ClassReader } from "./class-place.tsx"
import { type ChildRequest, ChildRequests, LinePlace, RequestNote } from "./class-request.tsx"
import { Seats, StateBadge } from "./class-seats.tsx"
import { ClassTime } from "./class-time.tsx"
import { ClassVenue } from "./class-venue.tsx"
import { describeSubject } from "./describe-subject.ts"
import type { ListedClass } from "./listed-class.ts"
import type { ShownRequest } from "./shown-request.ts"

export type ClassCardProps = {
  scheduledClass: ListedClass
  /** The reader of the card; null is a visitor. */
  viewer: ClassReader | null
  /** The institution's zone. */
  zone: string
  now: Date
  /** Whether this is the class named in the address, which is shown in full. */
  chosen?: boolean
  /** The reader's own request for this demo class. */
  request?: ShownRequest | undefined
  /** The requests of a guardian's children for it. */
  childRequests?: readonly ChildRequest[] | undefined
}

/**
 * One class: when, what, its status, and what its reader can do. Its buttons post `intent` and `class_id` to
 * the action of the page that shows it.
 */
export function ClassCard({
  scheduledClass,
  viewer,
  zone,
  now,
  chosen,
  request,
  childRequests = [],
}: ClassCardProps) {
  const text = useTexts(listTexts)
  const { names, types, with: withTeacher } = useTexts(classTexts)
  const { id, title } = scheduledClass
  const manages =
    viewer !== null && (scheduledClass.standing === "instructor" || canActForInstructors(viewer))
  const isLive = liveState(scheduledClass, now) === "live"
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
        "target:outline-3 target:outline-offset-2 target:outline-accent",
        (chosen || hash === `#class-${id}`) && "outline-3 outline-offset-2 outline-accent",
      )}
    >
      <ClassTime scheduledClass={scheduledClass} zone={zone} />
      <div className="grid min-w-0 gap-4 sm:border-l sm:border-line sm:pl-6">
        <div className="grid gap-2">
          <p className="flex flex-wrap gap-2">
            <StateBadge scheduledClass={scheduledClass} now={now} />
            {scheduledClass.series_id ? <Badge>{text.weekly}</Badge> : null}
            {scheduledClass.class_type === "demo" ? <Badge tone="warning">{types.demo}</Badge> : null}
            {scheduledClass.one_on_one ? <Badge tone="hue">{text.oneOnOne}</Badge> : null}
            {scheduledClass.by_invitation ? <Badge tone="hue">{text.byInvitation}</Badge> : null}
            {scheduledClass.delivery === "on_premises" ? <Badge>{text.onPremises}</Badge> : null}
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
            {withTeacher(scheduledClass.instructor_name)}
            {scheduledClass.substitutes_for_name
              ? text.substituting(scheduledClass.substitutes_for_name)
              : null}{" "}
            · {describeSubject(scheduledClass, names)}
          </p>
          <ClassVenue scheduledClass={scheduledClass} />
          {scheduledClass.description ? (
            <p className={cx("max-w-prose text-[0.9375rem] whitespace-pre-line", !chosen && "line-clamp-2")}>
              {scheduledClass.description}
            </p>
          ) : null}
          <CancelReason of={scheduledClass} />
        </div>
        {scheduledClass.waitlist_position === null ? null : (
          <LinePlace place={scheduledClass.waitlist_position} />
        )}
        {request && isOpen(scheduledClass, now) ? <RequestNote request={request} zone={zone} /> : null}
        {isOpen(scheduledClass, now) ? <ChildRequests requests={childRequests} /> : null}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Seats scheduledClass={scheduledClass} />
            <AddToCalendar scheduledClass={scheduledClass} now={now} titleId={titleId} />
          </div>
          <div className="flex flex-wrap items-center gap-2.5">
            {manages ? <ManageClass scheduledClass={scheduledClass} now={now} titleId={titleId} /> : null}
            <ClassPlace
              scheduledClass={scheduledClass}
              viewer={viewer}
              manages={manages}
              now={now}
              titleId={titleId}
            />
          </div>
        </div>
      </div>
    </li>
  )
}
