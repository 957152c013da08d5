import type { Room } from "livekit-client"
import CircleAlert from "lucide-react/icons/circle-alert"
import Pause from "lucide-react/icons/pause"
import Play from "lucide-react/icons/play"
import Square from "lucide-react/icons/square"
import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { Button } from "#ui/button.tsx"
import { Checkbox, Field, SelectInput } from "#ui/field.tsx"
import { autoStartDelay, isSetToRecord, type RecordedClass } from "./auto-start.ts"
import type { ClassRecorder } from "./class-recorder.ts"
import { recorderText as text } from "./recorder.text.ts"
import { keepRecorderChoices, readRecorderChoices } from "./recorder-choices.ts"
import { RecorderStatus } from "./recorder-status.tsx"
import type { RecorderView } from "./recorder-view.ts"
import { recorderOf } from "./recorders.ts"

type ControlsProps = { session: RecordedClass; automatic: boolean; now: Date; room: Room }

/** Begins, pauses and ends the recording of a class, and tells how it stands. */
export function RecorderControls({ session, automatic, now, room }: ControlsProps) {
  const recorder = recorderOf(session.id)
  const view = useSyncExternalStore(recorder.subscribe, recorder.getView)
  const [choices, setChoices] = useState(readRecorderChoices)
  const choose = (part: Partial<typeof choices>) => {
    const next = { ...choices, ...part }
    keepRecorderChoices(next)
    setChoices(next)
  }
  const start = (source: "room" | "screen") =>
    recorder.start({
      room,
      source,
      classId: session.id,
      title: session.title,
      isDemo: session.class_type === "demo",
      owner: document.documentElement.dataset.viewer ?? "",
      quality: choices.quality,
    })
  const [source, setSource] = useState<"room" | "screen">("room")
  useWhoIsLeftOut(recorder)
  useAutoStart(automatic ? autoStartDelay(session, choices.auto, now) : null, room, recorder, () =>
    start("room"),
  )
  const isIdle = view.phase === "idle" || view.phase === "saved"
  return (
    <div className="grid gap-4" data-phase={view.phase}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
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
            <Button onClick={() => void start(source)}>{text.start}</Button>
          </div>
        ) : (
          <Commands recorder={recorder} view={view} />
        )}
      </div>
      <Notes view={view} />
      {automatic ? (
        <Checkbox
          label={text.auto}
          hint={isSetToRecord(session) ? text.autoAlways : text.autoText}
          checked={choices.auto || isSetToRecord(session)}
          disabled={isSetToRecord(session)}
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

/** Who is left out, and what the instructor should know. */
function Notes({ view }: { view: RecorderView }) {
  const { leftOut, hints, trouble, slow, phase } = view
  const troubles = [
    ...hints.map((hint) => text[hint]),
    ...(trouble === 0 ? [text.offline] : []),
    ...(trouble === 507 ? [text.full] : []),
    ...(trouble !== null && text.refusals[trouble] ? [text.refusals[trouble]] : []),
    ...(slow && trouble === null ? [text.slow] : []),
    ...(phase === "saving" && !hints.includes("deviceFull") ? [text.keepOpen] : []),
  ]
  return (
    <>
      <p className="text-sm text-ink-muted" data-left-out={leftOut.length}>
        {leftOut.length > 0 ? text.leftOut(leftOut.join(", ")) : text.everybody}
      </p>
      {troubles.map((trouble) => (
        <p key={trouble} role="status" className="flex gap-2 text-[0.9375rem] text-warning">
          <CircleAlert size={18} className="mt-0.5 shrink-0" aria-hidden />
          {trouble}
        </p>
      ))}
    </>
  )
}

function useWhoIsLeftOut(recorder: ClassRecorder): void {
  useEffect(() => {
    // Starting asks again, and says what is wrong.
    void recorder.askWho().catch(() => undefined)
  }, [recorder])
}

/** Begins once by itself after a while in the room, unless another device of the same person is there. */
function useAutoStart(
  delay: number | null,
  room: Room,
  recorder: ClassRecorder,
  start: () => Promise<void>,
): void {
  const [planned] = useState(delay)
  const begin = useRef(start)
  begin.current = start
  const wanted = delay !== null
  useEffect(() => {
    if (planned === null || !wanted || recorder.getView().phase !== "idle") return
    const timer = setTimeout(() => {
      if (recorder.getView().phase === "idle" && !isHereTwice(room)) void begin.current()
    }, planned)
    return () => clearTimeout(timer)
  }, [planned, wanted, room, recorder])
}

function isHereTwice(room: Room): boolean {
  const [person] = room.localParticipant.identity.split(":")
  return [...room.remoteParticipants.values()].some((one) => one.identity.split(":")[0] === person)
}
