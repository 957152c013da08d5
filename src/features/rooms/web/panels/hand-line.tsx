import Hand from "lucide-react/icons/hand"
import { Button } from "#ui/components/button.tsx"
import { panelText as text } from "../texts/panels.texts.ts"
import { useBoard, useStay } from "../use-board.ts"

/**
 * Raised hands in order. `present` are the people in the room: the hand of somebody who lost the connection
 * waits.
 */
export function HandLine({ present }: { present: ReadonlySet<string> }) {
  const { role } = useStay()
  const { board, commands } = useBoard()
  const hands = board.state?.hands ?? []
  if (hands.length === 0) return null
  const isStaff = role === "instructor"
  const lower = (person_id?: string) =>
    void commands.run((rooms, class_id) => rooms.lowerHands({ class_id, ...(person_id && { person_id }) }))
  const giveFloor = (person_id: string) =>
    void commands.run(async (rooms, class_id) => {
      await rooms.setAllowance({ class_id, person_id, microphone: true })
      await rooms.lowerHands({ class_id, person_id })
    })
  return (
    <section aria-label={text.hands} className="grid gap-1 rounded-card bg-accent-tint px-3 py-2">
      <div className="flex min-h-9 items-center justify-between gap-2">
        <h4 className="flex items-center gap-2 text-[0.8125rem] font-semibold text-accent-text">
          <Hand size={16} aria-hidden />
          {text.hands}
        </h4>
        {isStaff && hands.length > 1 ? (
          <Button size="sm" variant="link" onClick={() => lower()}>
            {text.lowerAll}
          </Button>
        ) : null}
      </div>
      <ol className="grid gap-1">
        {hands.map(({ person_id, name }, place) => (
          <li key={person_id} data-hand={person_id} className="flex min-h-10 flex-wrap items-center gap-x-2">
            <span className="w-5 text-sm font-semibold text-accent-text tabular-nums">{place + 1}</span>
            <span className="min-w-28 flex-1 truncate text-[0.9375rem] font-medium">
              {person_id === commands.me ? text.you : name}
              {present.has(person_id) ? null : (
                <span className="font-normal text-ink-muted"> ({text.notHere})</span>
              )}
            </span>
            {isStaff ? (
              <span className="flex gap-1 pb-1 pl-5">
                <Button
                  size="sm"
                  className="px-2.5"
                  aria-label={text.giveFloorTo(name)}
                  onClick={() => giveFloor(person_id)}
                >
                  {text.giveFloor}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  className="px-2.5"
                  aria-label={text.lowerOf(name)}
                  onClick={() => lower(person_id)}
                >
                  {text.lower}
                </Button>
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
