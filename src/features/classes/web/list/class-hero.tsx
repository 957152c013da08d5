import { useLocation } from "react-router"
import { ButtonLink } from "#ui/components/button.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import { useSaidDate, useWritten } from "#ui/said-time.ts"
import { liveState } from "../../rules.ts"
import { listTexts } from "../texts/list.texts.ts"
import { ASKING, changeSearch } from "./class-links.ts"
import type { ListedClass } from "./listed-class.ts"

type ClassHeroProps = {
  classes: readonly ListedClass[]
  now: Date
  /** Shown beside the main button. */
  children?: React.ReactNode
}

/** The title, and one button into what is live now: the reader's own class comes before others. */
export function ClassHero({ classes, now, children }: ClassHeroProps) {
  const text = useTexts(listTexts)
  const said = useSaidDate()
  const { time } = useWritten()
  const { search } = useLocation()
  const live = classes.filter((scheduledClass) => liveState(scheduledClass, now) === "live")
  const scheduledClass =
    live.find((one) => one.standing !== "none") ?? live.find((one) => one.status === "live") ?? live[0]
  const next = classes.find((one) => one.status === "scheduled" && one.starts_at > now)
  const to = scheduledClass
    ? { search: changeSearch(search, { ...ASKING, join: scheduledClass.id }) }
    : { hash: "classes", search }
  return (
    <div className="relative isolate overflow-hidden border-b border-line">
      <div aria-hidden className="ruled ruled-fade absolute inset-y-0 right-0 left-1/2 -z-10 max-lg:hidden" />
      <div className={cx(gutter, "grid max-w-7xl gap-3 py-5 sm:gap-5 sm:py-14")}>
        <h1 className="text-title">{text.title}</h1>
        <p className="max-w-2xl text-lead text-ink-muted max-sm:hidden">{text.lead}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={to} size="lg" className="max-sm:w-full">
            {text.joinLive}
          </ButtonLink>
          {children}
        </div>
        <p
          className={cx(
            "flex flex-wrap items-center gap-2.5 text-[0.9375rem] text-ink-muted",
            !scheduledClass && "max-sm:hidden",
          )}
        >
          {scheduledClass ? (
            <>
              <LiveBadge /> {text.nowLive(scheduledClass.title, scheduledClass.instructor_name)}
            </>
          ) : next ? (
            text.next(next.title, said(next.scheduled_date), `${time(next.start_time)} ${next.zone_name}`)
          ) : (
            text.noneLive
          )}
        </p>
      </div>
    </div>
  )
}
