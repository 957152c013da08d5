import { useLocation } from "react-router"
import { formatDate, formatTime } from "#shared/time.ts"
import { ButtonLink } from "#ui/button.tsx"
import { cx } from "#ui/cx.ts"
import { LiveBadge } from "#ui/live-badge.tsx"
import { gutter } from "#ui/page.tsx"
import { liveState } from "../rules.ts"
import { ASKING, changeSearch } from "./class-links.ts"
import type { ListedClass } from "./listed-class.ts"

type ClassHeroProps = {
  classes: readonly ListedClass[]
  now: Date
  /** What stands beside the main button. */
  children?: React.ReactNode
}

/** The title, and one button into what is live now: the reader's own class before others. */
export function ClassHero({ classes, now, children }: ClassHeroProps) {
  const { search } = useLocation()
  const live = classes.filter((session) => liveState(session, now) === "live")
  const session =
    live.find((one) => one.standing !== "none") ?? live.find((one) => one.status === "live") ?? live[0]
  const next = classes.find((one) => one.status === "scheduled" && one.starts_at > now)
  const to = session
    ? { search: changeSearch(search, { ...ASKING, join: session.id }) }
    : { hash: "classes", search }
  return (
    <div className="relative isolate overflow-hidden border-b border-line">
      <div aria-hidden className="ruled ruled-fade absolute inset-y-0 right-0 left-1/2 -z-10 max-lg:hidden" />
      <div className={cx(gutter, "grid max-w-7xl gap-5 py-10 sm:py-14")}>
        <h1 className="text-title">Live Classes</h1>
        <p className="max-w-2xl text-lead text-ink-muted">
          Find a class, take a seat, and be in the room with one click when it begins.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={to} size="lg" className="max-sm:w-full">
            Join Live Session
          </ButtonLink>
          {children}
        </div>
        <p className="flex flex-wrap items-center gap-2.5 text-[0.9375rem] text-ink-muted">
          {session ? (
            <>
              <LiveBadge /> {session.title} with {session.instructor_name}
            </>
          ) : next ? (
            `Next: ${next.title}, ${formatDate(next.scheduled_date)}, ${formatTime(next.start_time)} ${next.zone_name}`
          ) : (
            "No class is live right now."
          )}
        </p>
      </div>
    </div>
  )
}
