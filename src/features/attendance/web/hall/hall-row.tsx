import type { CoachState } from "#features/attendance/coach-marks.ts"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { hallTexts } from "./hall.texts.ts"
import { afterTap, type DeviceStudent } from "./register-state.ts"

const TONES: Record<CoachState, string> = {
  present: "border-success/45 bg-success-tint",
  late: "border-warning/45 bg-warning-tint",
  absent: "border-danger/45 bg-danger-tint",
  excused: "border-line-strong bg-surface-sunken",
}

type HallRowProps = { student: DeviceStudent; onMark: (state: CoachState) => void }

/** A student as a large button: each tap goes on to the next state, and late has a button of its own. */
export function HallRow({ student, onMark }: HallRowProps) {
  const text = useTexts(hallTexts)
  const { name, state, student_id } = student
  return (
    <li data-student={student_id} data-state={state ?? "unmarked"} className="flex gap-2">
      <button
        type="button"
        onClick={() => onMark(afterTap(state))}
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
          onClick={() => onMark("late")}
        >
          {text.late}
        </Button>
      )}
    </li>
  )
}
