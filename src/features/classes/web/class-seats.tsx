import type { ScheduledClass } from "#contract/classes.ts"
import { Badge } from "#ui/badge.tsx"
import { LiveBadge } from "#ui/live-badge.tsx"
import { ProgressBar } from "#ui/progress-bar.tsx"
import { isFull, liveState, stateLabel } from "../rules.ts"

const tones = { scheduled: "primary", completed: "success", cancelled: "danger" } as const

/** The label of what a class is shown as at an instant. */
export function StateBadge({ session, now }: { session: ScheduledClass; now: Date }) {
  const state = liveState(session, now)
  const label = stateLabel(state)
  return state === "live" ? <LiveBadge label={label} /> : <Badge tone={tones[state]}>{label}</Badge>
}

/** How many seats are taken, live as others take them. */
export function Seats({ session }: { session: ScheduledClass }) {
  const { enrolled_count, max_capacity } = session
  return (
    <div className="grid w-44 gap-1.5 text-sm text-ink-muted tabular-nums">
      <p className="flex items-center justify-between gap-3">
        <span>
          {enrolled_count} of {max_capacity} seats taken
        </span>
        {isFull(session) ? <span className="font-semibold text-warning">Full</span> : null}
      </p>
      <ProgressBar label="Seats taken" value={enrolled_count} max={max_capacity} className="h-1.5" />
    </div>
  )
}
