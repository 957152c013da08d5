import { useState } from "react"
import type { CoachState } from "#features/attendance/coach-marks.ts"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { hallTexts } from "./hall.texts.ts"
import { afterTap, type DeviceStudent } from "./register-state.ts"

const TONES: Record<CoachState, string> = {
  present: "border-success/45 bg-success-tint",
  late: "border-warning/45 bg-warning-tint",
  absent: "border-danger/45 bg-danger-tint",
  excused: "border-line-strong bg-surface-sunken",
}

type HallRowProps = { student: DeviceStudent; onMark: (state: CoachState, note?: string) => void }

/**
 * A student as a large button: a tap says there or not. Beside it late; below it, for who isn't simply there, a note and
 * an excuse.
 */
export function HallRow({ student, onMark }: HallRowProps) {
  const text = useTexts(hallTexts)
  const { name, state, student_id } = student
  const note = student.note ?? undefined
  return (
    <li data-student={student_id} data-state={state ?? "unmarked"} className="grid gap-1">
      <div className="flex gap-2">
        <button
          type="button"
          onClick={() => onMark(afterTap(state), note)}
          className={cx(
            "flex min-h-14 min-w-0 flex-1 touch-manipulation items-center justify-between gap-3 rounded-card border px-4 py-2 text-left",
            state ? TONES[state] : "border-line bg-surface",
          )}
        >
          <span className="min-w-0 truncate font-semibold">{name}</span>
          <span className="shrink-0 text-sm font-medium">{state ? text.states[state] : text.unmarked}</span>
        </button>
        {state === "late" ? null : (
          <Button
            variant="secondary"
            className="h-auto min-h-14 touch-manipulation px-3.5"
            aria-label={text.lateFor(name)}
            onClick={() => onMark("late", note)}
          >
            {text.late}
          </Button>
        )}
      </div>
      {state && state !== "present" ? (
        <BelowMark
          key={note}
          name={name}
          note={note}
          onExcuse={state === "absent" ? () => onMark("excused", note) : null}
          onNote={(written) => onMark(state, written)}
        />
      ) : null}
    </li>
  )
}

type BelowMarkProps = {
  name: string
  note: string | undefined
  /** Null for who is not absent, or excused already. */
  onExcuse: (() => void) | null
  onNote: (note: string) => void
}

function BelowMark({ name, note, onExcuse, onNote }: BelowMarkProps) {
  const text = useTexts(hallTexts)
  const [written, setWritten] = useState<string | null>(null)
  if (written === null)
    return (
      <div className="flex min-h-9 flex-wrap items-center gap-1 px-1 text-sm">
        {note ? <span className="min-w-0 px-3 wrap-anywhere">{note}</span> : null}
        {onExcuse ? (
          <Button size="sm" variant="ghost" aria-label={text.excuseFor(name)} onClick={onExcuse}>
            {text.excuse}
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="ghost"
          aria-label={text.noteFor(name)}
          onClick={() => setWritten(note ?? "")}
        >
          {note ? text.changeNote : text.note}
        </Button>
      </div>
    )
  return (
    <form
      className="flex items-end gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (written.trim() !== (note ?? "")) onNote(written.trim())
        setWritten(null)
      }}
    >
      <Field label={text.noteFor(name)} className="min-w-0 flex-1">
        <TextInput
          value={written}
          maxLength={300}
          autoFocus
          onChange={(event) => setWritten(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="secondary">
        {text.save}
      </Button>
    </form>
  )
}
