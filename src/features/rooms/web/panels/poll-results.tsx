import type { RoomPoll } from "#contract/rooms/room-board.ts"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { panelTexts } from "../texts/panels.texts.ts"

/** The results as bars with counts in words; colour and width only repeat them. */
export function PollResults({ poll }: { poll: Pick<RoomPoll, "votes" | "voters" | "options" | "mine"> }) {
  const text = useTexts(panelTexts)
  const { votes, voters, options } = poll
  const mine = poll.mine ?? []
  if (!votes) return null
  const most = Math.max(1, voters ?? 0)
  return (
    <div className="mt-3 grid gap-2">
      <ul className="grid gap-2">
        {options.map((option, place) => (
          <li key={option} className="grid gap-1 text-sm">
            <span className="flex justify-between gap-3">
              <span lang="" className={cx("min-w-0 wrap-anywhere", mine.includes(place) && "font-semibold")}>
                {option}
              </span>
              <span data-votes className="shrink-0 text-ink-muted tabular-nums">
                {votes[place]} · {Math.round(((votes[place] ?? 0) / most) * 100)} %
              </span>
            </span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-ink/10">
              <span
                className="block h-full rounded-full bg-primary transition-[width] duration-300"
                style={{ width: `${((votes[place] ?? 0) / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      <p className="text-[0.8125rem] text-ink-muted tabular-nums">{text.voters(voters ?? 0)}</p>
    </div>
  )
}
