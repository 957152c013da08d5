import CircleAlert from "lucide-react/icons/circle-alert"
import Pause from "lucide-react/icons/pause"
import Play from "lucide-react/icons/play"
import Square from "lucide-react/icons/square"
import { useState, useSyncExternalStore } from "react"
import { useRoom } from "#features/rooms/web/room-context.card.tsx"
import { Button } from "#ui/components/button.tsx"
import { Checkbox, Field, SelectInput } from "#ui/forms/field.tsx"
import { isSetToRecord, type RecordedClass } from "./auto-start.ts"
import type { ClassRecorder } from "./class-recorder.ts"
import { recorderText as text } from "./recorder.texts.ts"
import { followRecorderChoices, keepRecorderChoices, readRecorderChoices } from "./recorder-choices.ts"
import { troublesOf } from "./recorder-notes.ts"
import { RecorderStatus } from "./recorder-status.tsx"
import type { RecorderView } from "./recorder-view.ts"
import { recorderOf, wishFor } from "./recorders.ts"

type ControlsProps = { scheduledClass: RecordedClass; automatic: boolean }

/** The panel of a class's recording: starts, pauses and ends it, and shows its status. */
export function RecorderControls({ scheduledClass, automatic }: ControlsProps) {
  const room = useRoom()
  const recorder = recorderOf(scheduledClass.id)
  const view = useSyncExternalStore(recorder.subscribe, recorder.getView)
  const choices = useSyncExternalStore(followRecorderChoices, readRecorderChoices)
  const choose = (part: Partial<typeof choices>) => keepRecorderChoices({ ...choices, ...part })
  const [source, setSource] = useState<"room" | "screen">("room")
  const start = () => void recorder.start(wishFor(scheduledClass, room, { source, quality: choices.quality }))
  const isIdle = view.phase === "idle" || view.phase === "saved"
  return (
    <div className="grid gap-4" data-recording-panel data-phase={view.phase}>
      <div className="flex flex-wrap items-end gap-4">
        <RecorderStatus view={view} />
        {isIdle ? (
          <div className="flex flex-wrap items-end gap-3">
            <Field label={text.quality}>
              <SelectInput
                value={choices.quality}
                onChange={(event) => choose({ quality: event.target.value === "1080p" ? "1080p" : "720p" })}
                options={Object.entries(text.qualities).map(([value, label]) => ({ value, label }))}
              />
            </Field>
            {"getDisplayMedia" in navigator.mediaDevices ? (
              <Field label={text.source}>
                <SelectInput
                  value={source}
                  onChange={(event) => setSource(event.target.value === "screen" ? "screen" : "room")}
                  options={Object.entries(text.sources).map(([value, label]) => ({ value, label }))}
                />
              </Field>
            ) : null}
            <Button onClick={start}>{text.start}</Button>
          </div>
        ) : (
          <Commands recorder={recorder} view={view} />
        )}
      </div>
      <Notes view={view} />
      {automatic ? (
        <Checkbox
          label={text.auto}
          hint={isSetToRecord(scheduledClass) ? text.autoAlways : text.autoText}
          checked={choices.auto || isSetToRecord(scheduledClass)}
          disabled={isSetToRecord(scheduledClass)}
          onChange={(event) => choose({ auto: event.target.checked })}
        />
      ) : null}
    </div>
  )
}

function Commands({ recorder, view }: { recorder: ClassRecorder; view: RecorderView }) {
  if (view.phase === "starting") return <Button busy busyLabel={text.starting} />
  if (view.phase === "saving") return <Button busy busyLabel={text.saving} />
  if (view.phase === "failed") return <Button onClick={() => void recorder.retry()}>{text.retry}</Button>
  const paused = view.phase === "paused"
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => (paused ? recorder.resume() : recorder.pause())}>
        {paused ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
        {paused ? text.resume : text.pause}
      </Button>
      <Button variant="danger" onClick={() => void recorder.stop()}>
        <Square size={16} aria-hidden />
        {text.stop}
      </Button>
    </div>
  )
}

/** Who is left out, and other notes for the instructor. */
function Notes({ view }: { view: RecorderView }) {
  const { leftOut } = view
  return (
    <>
      <p className="text-sm text-ink-muted" data-left-out={leftOut.length}>
        {leftOut.length > 0 ? text.leftOut(leftOut.join(", ")) : text.everybody}
      </p>
      {troublesOf(view).map((trouble) => (
        <p key={trouble} role="status" className="flex gap-2 text-[0.9375rem] text-warning">
          <CircleAlert size={18} className="mt-0.5 shrink-0" aria-hidden />
          {trouble}
        </p>
      ))}
    </>
  )
}
