import { type ReactNode, Suspense, useEffect, useState } from "react"
import { fetchAhead, latePart, ToastMissing } from "#ui/late-part.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { RecordedClass } from "./auto-start.ts"
import type { RecorderNews } from "./recorder-keeper.tsx"
import { panelTexts } from "./recording-panel.texts.ts"

const Keeper = latePart(async () => (await import("./recorder-keeper.tsx")).RecorderKeeper, ToastMissing)
const loadControls = async () => (await import("./recorder-controls.tsx")).RecorderControls
const Controls = latePart(loadControls)
const Clock = latePart(
  async () => (await import("./recorder-status.tsx")).RecorderClock,
  () => null,
)

type RecordingPanelProps = {
  scheduledClass: RecordedClass
  /** Whether it starts automatically if the class or the switch says so: for the class's own instructor. */
  automatic: boolean
  now: Date
}

/** A panel of the live room, and what its control in the bar shows. */
type Panel = { label: string; content: ReactNode; sign: ReactNode; alert: string | null; phase: string }

/**
 * Recording for the instructor: `keeper` goes into the room and lives as long as the stay, `panel` is shown there on
 * demand. The recorder's code is loaded once the instructor is inside.
 */
export function useRecordingPanel({ scheduledClass, automatic, now }: RecordingPanelProps): {
  keeper: ReactNode
  panel: Panel
} {
  const text = useTexts(panelTexts)
  const [news, setNews] = useState<RecorderNews | null>(null)
  const { phase, alert } = news ?? { phase: "idle", alert: null }
  const isKept = news !== null
  useEffect(() => {
    // What explains an upload that waits must open without a network, too.
    if (isKept) void fetchAhead(loadControls)
  }, [isKept])
  const { id, status } = scheduledClass
  const over = status !== "live" && status !== "scheduled"
  useEffect(() => {
    if (over) void saveRecordingOf(id)
  }, [over, id])
  // Leaving the room for good ends the recording; a reconnect doesn't.
  useEffect(() => () => void leaveRecordingOf(id), [id])
  const clock = (
    <Suspense fallback={text.rec}>
      {text.rec} <Clock classId={id} />
    </Suspense>
  )
  return {
    keeper: (
      <Suspense fallback={null}>
        <Keeper scheduledClass={scheduledClass} automatic={automatic} now={now} onNews={setNews} />
      </Suspense>
    ),
    panel: {
      label: text.label,
      content: (
        <Suspense fallback={<p className="text-ink-muted">{text.label}</p>}>
          <Controls scheduledClass={scheduledClass} automatic={automatic} />
        </Suspense>
      ),
      sign: phase === "recording" ? clock : text.signs[phase],
      alert,
      phase,
    },
  }
}

/**
 * Ends the recording of a class, if one is running. Resolves once all of it is on this device, not when it's uploaded,
 * and after some seconds in any case.
 */
export async function saveRecordingOf(classId: string): Promise<void> {
  const { recorderOf, saveRecorder } = await import("./recorders.ts")
  await saveRecorder(recorderOf(classId))
}

async function leaveRecordingOf(classId: string): Promise<void> {
  const { leaveRecorder, recorderOf } = await import("./recorders.ts")
  await leaveRecorder(recorderOf(classId))
}
