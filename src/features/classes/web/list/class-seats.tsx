import type { ScheduledClass } from "#contract/classes/classes.ts"
import { Badge } from "#ui/components/badge.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { isFull, liveState } from "../../rules.ts"
import { classTexts } from "../texts/class.texts.ts"
import { listTexts } from "../texts/list.texts.ts"

const tones = { scheduled: "primary", completed: "success", cancelled: "danger" } as const

/** The label of a class's shown status at an instant. */
export function StateBadge({ scheduledClass, now }: { scheduledClass: ScheduledClass; now: Date }) {
  const state = liveState(scheduledClass, now)
  const label = useTexts(classTexts).states[state]
  return state === "live" ? <LiveBadge label={label} /> : <Badge tone={tones[state]}>{label}</Badge>
}

/** How many seats are taken or kept for requests, with live updates, and how many students wait. */
export function Seats({ scheduledClass }: { scheduledClass: ScheduledClass }) {
  const text = useTexts(listTexts)
  const { seatsTaken } = useTexts(classTexts)
  const { enrolled_count, held_count, waiting_count, max_capacity } = scheduledClass
  const isAhead = scheduledClass.status === "scheduled" || scheduledClass.status === "live"
  const share = (count: number) => `${(count / max_capacity) * 100}%`
  return (
    <div className="grid w-52 gap-1.5 text-sm text-ink-muted tabular-nums">
      <p className="flex items-center justify-between gap-3">
        <span>{seatsTaken(enrolled_count, max_capacity)}</span>
        {isFull(scheduledClass) ? <span className="font-semibold text-warning">{text.full}</span> : null}
      </p>
      <div aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-line">
        <span className="bg-primary" style={{ width: share(enrolled_count) }} />
        <span className="bg-accent" style={{ width: share(held_count) }} />
      </div>
      {isAhead && (held_count > 0 || waiting_count > 0) ? (
        <p>
          {[held_count > 0 && text.held(held_count), waiting_count > 0 && text.waiting(waiting_count)]
            .filter(Boolean)
            .join(" · ")}
        </p>
      ) : null}
    </div>
  )
}
