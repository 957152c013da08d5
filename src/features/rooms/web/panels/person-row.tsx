import Hand from "lucide-react/icons/hand"
import Mic from "lucide-react/icons/mic"
import MicOff from "lucide-react/icons/mic-off"
import Settings2 from "lucide-react/icons/settings-2"
import { useState } from "react"
import { Avatar } from "#ui/components/avatar.tsx"
import { Button } from "#ui/components/button.tsx"
import { ConfirmDialog } from "#ui/components/dialog.tsx"
import type { Allowance } from "../board-state.ts"
import type { RoomPerson } from "../people.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import { useBoard, useStay } from "../use-board.ts"

type PersonRowProps = { person: RoomPerson; talkSeconds: number | undefined }

/** One person in the room; for staff it opens what this student may do. */
export function PersonRow({ person, talkSeconds }: PersonRowProps) {
  const { role } = useStay()
  const { name, isMe, isStaff, speaks, handUp, devices, id } = person
  const commands = role === "instructor" && !isStaff
  const notes = [
    isStaff && text.instructor,
    devices > 1 && text.devices(devices),
    talkSeconds !== undefined && talkSeconds >= 1 && text.talk(talkSeconds),
  ].filter(Boolean)
  const line = (
    <>
      <Avatar name={name} size="sm" />
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-[0.9375rem] font-medium">
          {isMe ? `${name} (${text.you.toLowerCase()})` : name}
        </span>
        {notes.length > 0 ? (
          <span className="text-[0.8125rem] text-ink-muted tabular-nums">{notes.join(" · ")}</span>
        ) : null}
      </span>
      {handUp ? <Hand size={16} className="text-accent-text" role="img" aria-label={text.hand} /> : null}
      {speaks ? (
        <Mic size={16} className="text-ink-muted" aria-hidden />
      ) : (
        <MicOff size={16} className="text-ink-muted/60" aria-hidden />
      )}
    </>
  )
  return (
    <li data-person-row={id}>
      {commands ? (
        <details className="group">
          <summary className="flex min-h-13 items-center gap-3 rounded-md">
            {line}
            <Settings2 size={16} className="text-ink-muted group-open:text-ink" aria-hidden />
          </summary>
          <PersonCommands person={person} />
        </details>
      ) : (
        <div className="flex min-h-13 items-center gap-3">{line}</div>
      )}
    </li>
  )
}

const FREE: Allowance = { microphone: null, camera: null, screen_share: null, chat: null, drawing: null }
const VALUES = { follows: null, allowed: true, denied: false } as const
type Choice = keyof typeof VALUES

function PersonCommands({ person: { id: person_id, name, speaks } }: { person: RoomPerson }) {
  const { board, commands } = useBoard()
  const [asking, setAsking] = useState(false)
  const allowance = board.state?.allowances.find((one) => one.person_id === person_id) ?? FREE
  const choiceOf = (allowed: boolean | null): Choice =>
    allowed === null ? "follows" : allowed ? "allowed" : "denied"
  return (
    <div className="grid gap-3 pb-4 pl-11">
      <div className="grid gap-1.5">
        {(["microphone", "camera", "screen_share", "chat", "drawing"] as const).map((right) => (
          <label key={right} className="flex items-center justify-between gap-3 text-sm">
            {text.allowances[right]}
            <select
              value={choiceOf(allowance[right])}
              onChange={(event) => {
                const change = { [right]: VALUES[event.target.value as Choice] }
                void commands.run((rooms, class_id) => rooms.setAllowance({ class_id, person_id, ...change }))
              }}
              className="h-9 rounded-md border border-line-strong bg-surface px-2"
            >
              {(Object.keys(VALUES) as Choice[]).map((choice) => (
                <option key={choice} value={choice}>
                  {text[choice]}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          disabled={!speaks}
          onClick={() => void commands.run((rooms, class_id) => rooms.mute({ class_id, person_id }))}
        >
          {text.mute}
        </Button>
        <Button size="sm" variant="ghost" className="text-danger" onClick={() => setAsking(true)}>
          {text.remove}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.removeTitle(name)}
        description={text.removeText}
        confirmLabel={text.remove}
        danger
        onConfirm={() => {
          setAsking(false)
          void commands.run((rooms, class_id) => rooms.remove({ class_id, person_id }))
        }}
      />
    </div>
  )
}
