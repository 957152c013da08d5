import MicOff from "lucide-react/icons/mic-off"
import { useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import type { BoardState } from "../board-state.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import { useBoard } from "../use-board.ts"

type Policy = BoardState["policy"]

const ALLOWED = [
  "microphones",
  "cameras",
  "screen_share",
  "chat",
  "drawing",
] as const satisfies (keyof Policy)[]

/** What all students may do, the lock, and a button that stops everything at once. */
export function ClassHolds() {
  const { board, commands } = useBoard()
  const [news, setNews] = useState("")
  const policy = board.state?.policy
  if (!policy) return null
  const set = (change: Partial<Policy>) =>
    commands.run((rooms, class_id) => rooms.setPolicy({ class_id, ...change }))
  async function muteAll() {
    await commands.run(async (rooms, class_id) => {
      const { muted } = await rooms.mute({ class_id })
      setNews(text.muted(muted))
    })
  }
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" variant="secondary" onClick={() => void muteAll()}>
          <MicOff size={16} aria-hidden />
          {text.muteAll}
        </Button>
        <span role="status" className="text-[0.8125rem] text-ink-muted">
          {news}
        </span>
      </div>
      <fieldset className="grid gap-1">
        <legend className="pb-1 text-[0.8125rem] font-semibold text-ink-muted">{text.studentsMay}</legend>
        <div className="grid grid-cols-2 gap-x-6">
          {ALLOWED.map((key) => (
            <Switch key={key} label={text[key]} on={policy[key]} onChange={(on) => set({ [key]: on })} />
          ))}
        </div>
      </fieldset>
      <Switch
        label={text.locked}
        hint={text.lockedHint}
        on={policy.locked}
        onChange={(locked) => set({ locked })}
      />
    </section>
  )
}

type SwitchProps = { label: string; hint?: string; on: boolean; onChange: (on: boolean) => Promise<boolean> }

/** Shows the new state at once, and the actual one again if it was refused. */
function Switch({ label, hint, on, onChange }: SwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const shown = wanted ?? on
  async function press() {
    setWanted(!shown)
    await onChange(!shown)
    setWanted(null)
  }
  return (
    <button
      type="button"
      role="switch"
      aria-checked={shown}
      aria-busy={wanted !== null}
      onClick={() => void press()}
      className="flex min-h-10 items-center justify-between gap-2 rounded-md px-2 text-left text-sm -mx-2 hover:bg-ink/5"
    >
      <span className="grid">
        {label}
        {hint ? <span className="text-[0.8125rem] text-ink-muted">{hint}</span> : null}
      </span>
      <span
        aria-hidden
        className={cx(
          "relative h-5.5 w-9.5 shrink-0 rounded-full transition-colors",
          shown ? "bg-primary" : "bg-ink/25",
        )}
      >
        <span
          className={cx(
            "absolute top-0.5 left-0.5 size-4.5 rounded-full bg-white shadow-sm transition-transform",
            shown && "translate-x-4",
          )}
        />
      </span>
    </button>
  )
}
