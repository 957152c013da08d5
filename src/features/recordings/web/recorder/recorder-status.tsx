import { useEffect, useState, useSyncExternalStore } from "react"
import { formatLength, formatSize } from "#shared/lengths.ts"
import { Badge, type BadgeTone } from "#ui/components/badge.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { recorderText as text } from "./recorder.texts.ts"
import type { RecorderPhase, RecorderView } from "./recorder-view.ts"
import { recorderOf } from "./recorders.ts"

const SHOWN: Partial<Record<RecorderPhase, { label: string; tone: BadgeTone }>> = {
  paused: { label: text.paused, tone: "warning" },
  saving: { label: text.saving, tone: "primary" },
  saved: { label: text.saved, tone: "success" },
  failed: { label: text.failed, tone: "danger" },
}

/** Duration and size of the recording, and how much of it the server has. */
export function RecorderStatus({ view }: { view: RecorderView }) {
  const { phase, stored, sent } = view
  const seconds = useSeconds(view)
  const shown = SHOWN[phase]
  const percent = stored === 0 ? 0 : Math.floor((Math.min(sent, stored) / stored) * 100)
  return (
    <div className="grid min-w-56 gap-2">
      <h3 className="flex items-center gap-3 text-base font-semibold">
        {text.panel}
        {phase === "recording" ? <LiveBadge label={text.sign} /> : null}
        {shown ? <Badge tone={shown.tone}>{shown.label}</Badge> : null}
      </h3>
      {phase === "idle" || phase === "starting" ? null : (
        <>
          <p className="text-[0.9375rem] text-ink-muted tabular-nums">
            {formatLength(seconds)} · {formatSize(stored)} · {text.sent(percent)}
          </p>
          <ProgressBar label={text.sent(percent)} value={percent} className="w-full" />
        </>
      )}
    </div>
  )
}

/** How long the recording of a class is, for the room's bar. */
export function RecorderClock({ classId }: { classId: string }) {
  const recorder = recorderOf(classId)
  return formatLength(useSeconds(useSyncExternalStore(recorder.subscribe, recorder.getView)))
}

function useSeconds({ recordedMs, countedAt }: RecorderView): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (countedAt === null) return
    setNow(performance.now())
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [countedAt])
  return Math.floor((recordedMs + (countedAt === null ? 0 : Math.max(0, now - countedAt))) / 1_000)
}
