import Camera from "lucide-react/icons/camera"
import Mic from "lucide-react/icons/mic"
import Volume2 from "lucide-react/icons/volume-2"
import Wifi from "lucide-react/icons/wifi"
import { useEffect, useRef, useState } from "react"
import { carries, type Verdict, verdictOf } from "#features/rooms/device-check.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { explainProblems } from "../texts/device-problems.ts"
import { type checkText, showSpeed } from "./check.text.ts"
import { checkTexts } from "./check.texts.ts"
import type { ConnectionFound } from "./check-connection.ts"
import { CheckRow, type Standing } from "./check-row.tsx"
import { type CheckState, type DeviceFound, playTones, useCheck } from "./use-check.ts"

/** The check, from its start button to the results; of the devices alone where classes meet on Jitsi. */
export function CheckRun({ meetings }: { meetings: boolean }) {
  const text = useTexts(checkTexts)
  const { state, start } = useCheck({ connects: !meetings })
  const running = state.phase === "running"
  const hydrated = useHydrated()
  return (
    <div className="grid gap-6" data-check={state.phase}>
      <Result state={state} />
      <Card flush>
        <ul className="divide-y divide-line">
          <CameraRow state={state} />
          <MicrophoneRow state={state} />
          <SpeakerRow />
          {meetings ? null : <ConnectionRow found={state.connection} phase={state.phase} />}
        </ul>
      </Card>
      {meetings ? <p className="text-ink-muted">{text.meetings}</p> : null}
      <div className="flex flex-wrap items-center gap-4">
        {/* A press that comes before the scripts would be lost. */}
        <Button
          size="lg"
          disabled={!hydrated}
          busy={running}
          busyLabel={text.running}
          onClick={() => void start()}
        >
          {state.phase === "done" ? text.again : text.start}
        </Button>
        {state.phase === "idle" ? <p className="text-sm text-ink-muted">{text.asks}</p> : null}
      </div>
    </div>
  )
}

const tones: Record<Verdict, string> = {
  all: "border-success/40 bg-success-tint",
  "one-picture": "border-warning/40 bg-warning-tint",
  sound: "border-warning/40 bg-warning-tint",
  listen: "border-warning/40 bg-warning-tint",
  none: "border-danger/40 bg-danger-tint",
}

function Result({ state: { phase, camera, microphone, connection } }: { state: CheckState }) {
  const text = useTexts(checkTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (phase === "done") heading.current?.focus()
  }, [phase])
  if (phase !== "done" || !connection) return null
  const verdict = verdictOf({
    ...connection,
    microphone: microphone.works === true,
    camera: camera.works === true,
  })
  const [title, words] = text.verdicts[verdict]
  return (
    <section
      data-verdict={verdict}
      className={cx("animate-rise rounded-card border p-5 sm:p-6", tones[verdict])}
    >
      <h2 ref={heading} tabIndex={-1} className="text-heading">
        {title}
      </h2>
      <p className="mt-1.5">{words}</p>
    </section>
  )
}

function standingOf({ works }: DeviceFound): Standing {
  return works === null ? "open" : works ? "good" : "bad"
}

function problemText(
  device: "camera" | "microphone",
  { problem }: DeviceFound,
  voiceCounts = false,
): string | null {
  const { userAgent } = navigator
  const found = problem && explainProblems({ [device]: problem }, { userAgent, voiceCounts })
  return found ? `${found.title}. ${found.text}` : null
}

function CameraRow({ state: { camera, stream, phase } }: { state: CheckState }) {
  const text = useTexts(checkTexts)
  return (
    <CheckRow
      name="camera"
      icon={Camera}
      title={text.camera}
      standing={standingOf(camera)}
      busy={phase === "running" && camera.works === null}
      note={camera.works ? text.cameraWorks : problemText("camera", camera)}
    >
      {stream ? (
        <video
          ref={(video) => {
            if (video && video.srcObject !== stream) video.srcObject = stream
          }}
          autoPlay
          muted
          playsInline
          aria-hidden
          className="mt-3 aspect-video w-full max-w-72 -scale-x-100 rounded-card bg-surface-sunken object-cover"
        />
      ) : null}
    </CheckRow>
  )
}

function MicrophoneRow({ state: { microphone, level, heard, phase, connection } }: { state: CheckState }) {
  const text = useTexts(checkTexts)
  const works = microphone.works === true
  const note = works
    ? heard
      ? text.heard
      : phase === "done"
        ? text.silent
        : text.speak
    : problemText("microphone", microphone, connection?.voiceCounts)
  return (
    <CheckRow
      name="microphone"
      icon={Mic}
      title={text.microphone}
      standing={works && !heard ? (phase === "done" ? "weak" : "open") : standingOf(microphone)}
      busy={phase === "running" && microphone.works === null}
      note={note}
    >
      {works ? (
        <div className="mt-3 h-2.5 w-full max-w-72 overflow-hidden rounded-full bg-ink/12">
          <meter aria-label={text.level} min={0} max={100} value={level} className="sr-only" />
          <div
            className="h-full origin-left rounded-full bg-success transition-transform duration-100"
            style={{ transform: `scaleX(${level / 100})` }}
          />
        </div>
      ) : null}
    </CheckRow>
  )
}

function SpeakerRow() {
  const text = useTexts(checkTexts)
  const [state, setState] = useState<"open" | "playing" | "played" | "heard" | "deaf">("open")
  async function play() {
    setState("playing")
    await playTones().catch(() => undefined)
    setState("played")
  }
  const standing: Standing = state === "heard" ? "good" : state === "deaf" ? "bad" : "open"
  const note = state === "heard" ? text.hears : state === "deaf" ? text.deaf : null
  return (
    <CheckRow name="speaker" icon={Volume2} title={text.speaker} standing={standing} note={note}>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button size="sm" variant="secondary" busy={state === "playing"} onClick={() => void play()}>
          {state === "open" || state === "playing" ? text.play : text.playAgain}
        </Button>
        {state === "played" ? (
          <>
            <span className="text-sm">{text.hear}</span>
            <Button size="sm" variant="ghost" onClick={() => setState("heard")}>
              {text.yes}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setState("deaf")}>
              {text.no}
            </Button>
          </>
        ) : null}
      </div>
    </CheckRow>
  )
}

function ConnectionRow({ found, phase }: { found: ConnectionFound | null; phase: CheckState["phase"] }) {
  const text = useTexts(checkTexts)
  const done = phase === "done"
  const slow = found !== null && !carries(found, "all")
  const weak = found?.path === "tcp" || slow
  const standing: Standing = !found || !done ? "open" : !found.path ? "bad" : weak ? "weak" : "good"
  return (
    <CheckRow
      name="connection"
      icon={Wifi}
      title={text.connection}
      standing={standing}
      busy={phase === "running"}
      path={found?.path}
      note={found ? describe(text, found, done, slow) : null}
    />
  )
}

function describe(text: typeof checkText, found: ConnectionFound, done: boolean, slow: boolean): string {
  const { signal, path, down, up, problem } = found
  const words: string[] = []
  if (problem === "browser") words.push(text.browser)
  else if (problem === "api") words.push(text.apiFails)
  else if (problem === "video") words.push(text.videoDown)
  else if (problem === "signal" || (done && !signal)) words.push(text.signalFails)
  else if (signal) words.push(text.signalWorks)
  if (path) words.push(text.paths[path])
  else if (done && signal) words.push(text.noPath)
  if (done && path) words.push(text.speed(showSpeed(down), showSpeed(up)))
  if (done && path && slow) words.push(text.slow)
  return words.filter(Boolean).join(" ")
}
