import { RoomEvent, Track } from "livekit-client"
import MicOff from "lucide-react/icons/mic-off"
import MonitorUp from "lucide-react/icons/monitor-up"
import RotateCw from "lucide-react/icons/rotate-cw"
import VideoOff from "lucide-react/icons/video-off"
import Volume2 from "lucide-react/icons/volume-2"
import { useState, useSyncExternalStore } from "react"
import { Button } from "#ui/button.tsx"
import { panelText } from "./panels.text.ts"
import { explainProblems, roomText as text } from "./room.text.ts"
import { useRoom } from "./room-context.card.tsx"
import type { RoomMedia } from "./room-media.ts"
import { SavingOffer } from "./saving-switch.tsx"
import { useBoard, useStay } from "./use-board.ts"
import { useOfRoom, useSends } from "./use-followed.ts"

const PLAYBACK = [RoomEvent.AudioPlaybackStatusChanged]

/** What needs the person's hand, over the foot of the stage: sound to start, a device to allow, sharing to stop. */
export function RoomNotices({ media, onPanel }: { media: RoomMedia; onPanel: (tab: "polls") => void }) {
  const state = useSyncExternalStore(media.subscribe, media.getState)
  const room = useRoom()
  const canPlayAudio = useOfRoom(PLAYBACK, () => room.canPlaybackAudio)
  const isSharing = useSends(room.localParticipant, Track.Source.ScreenShare)
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 z-10 grid max-h-full justify-items-center gap-2 overflow-y-auto p-3 overscroll-contain *:pointer-events-auto">
      {canPlayAudio ? null : (
        <Button variant="accent" size="lg" data-start-audio onClick={() => void room.startAudio()}>
          <Volume2 size={22} aria-hidden />
          {text.hear}
        </Button>
      )}
      {isSharing ? (
        <div className="flex items-center gap-3 rounded-full border border-line bg-surface-raised py-1 pr-1 pl-4 text-sm font-medium shadow-float">
          <MonitorUp size={16} className="text-primary-text" aria-hidden />
          {text.sharing}
          <Button size="sm" className="rounded-full" onClick={() => void media.toggleScreen()}>
            {text.screen.on}
          </Button>
        </div>
      ) : null}
      {state.screenFailed ? (
        <p role="alert" className="rounded-card bg-surface-raised px-4 py-2.5 text-sm shadow-float">
          {text.screenFailed}
        </p>
      ) : null}
      {state.interrupted ? (
        <div
          role="status"
          className="flex flex-wrap items-center justify-center gap-3 rounded-card border border-line bg-surface-raised px-4 py-2.5 text-sm shadow-float"
        >
          {text.interrupted}
          <Button size="sm" variant="secondary" busy={state.busy} onClick={() => void media.fixAudio()}>
            {panelText.fixAudio}
          </Button>
        </div>
      ) : null}
      <CommandProblem />
      <SavingOffer />
      <FloorNotice media={media} />
      <PollNotice onOpen={() => onPanel("polls")} />
      <DeviceNotice media={media} problems={state.problems} busy={state.busy} />
    </div>
  )
}

type DeviceNoticeProps = { media: RoomMedia } & Pick<ReturnType<RoomMedia["getState"]>, "problems" | "busy">

function DeviceNotice({ media, problems, busy }: DeviceNoticeProps) {
  const { session } = useStay()
  const voiceCounts = useSyncExternalStore(session.subscribe, session.voiceCounts)
  const found = explainProblems(problems, { userAgent: navigator.userAgent, voiceCounts })
  if (!found) return null
  const Sign = problems.microphone ? MicOff : VideoOff
  return (
    <div
      role="alert"
      data-device-problem={problems.microphone ?? problems.camera}
      className="w-full max-w-xl animate-rise rounded-card border border-line bg-surface-raised p-4 shadow-float"
    >
      <div className="flex gap-3">
        <Sign size={20} className="mt-0.5 shrink-0 text-warning" aria-hidden />
        <div className="min-w-0 text-[0.9375rem] leading-snug">
          <p className="font-semibold">{found.title}</p>
          <p className="mt-1 text-ink-muted">{found.text}</p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={() => media.giveUp()}>
          {text.dismiss}
        </Button>
        <Button size="sm" busy={busy} onClick={() => media.retry()}>
          <RotateCw size={16} aria-hidden />
          {text.tryAgain}
        </Button>
      </div>
    </div>
  )
}

/** Why the last command did not work. */
function CommandProblem() {
  const { problem } = useBoard()
  if (!problem) return null
  return (
    <p role="alert" className="rounded-card bg-surface-raised px-4 py-2.5 text-sm shadow-float">
      <span className="font-semibold">{problem.title}.</span> {problem.description}
    </p>
  )
}

/** The instructor gave the word to this student, who opens the microphone by hand. */
function FloorNotice({ media }: { media: RoomMedia }) {
  const { role } = useStay()
  const { board } = useBoard()
  const isOpen = useSends(useRoom().localParticipant, Track.Source.Microphone)
  const [putAside, setPutAside] = useState(false)
  const given = role === "student" && board.state?.mine.microphone === true
  if (!given && putAside) setPutAside(false)
  if (!given || putAside || isOpen) return null
  return (
    <div
      role="status"
      data-floor
      className="w-full max-w-md animate-rise rounded-card border border-line bg-surface-raised p-4 shadow-float"
    >
      <p className="font-semibold">{panelText.floorYours}</p>
      <p className="mt-1 text-[0.9375rem] text-ink-muted">{panelText.floorText}</p>
      <div className="mt-3 flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={() => setPutAside(true)}>
          {panelText.notNow}
        </Button>
        <Button size="sm" onClick={() => media.toggle("microphone")}>
          {panelText.openMic}
        </Button>
      </div>
    </div>
  )
}

/** A poll that waits for this student's answer, also for one who comes late. */
function PollNotice({ onOpen }: { onOpen: () => void }) {
  const { role } = useStay()
  const { board } = useBoard()
  const [seen, setSeen] = useState<readonly string[]>([])
  const poll = board.state?.polls.find(
    (one) => one.status === "open" && (one.mine ?? []).length === 0 && !seen.includes(one.id),
  )
  if (role !== "student" || !poll) return null
  const putAside = () => setSeen([...seen, poll.id])
  return (
    <div
      role="status"
      data-poll-notice
      className="w-full max-w-md animate-rise rounded-card border border-line bg-surface-raised p-4 shadow-float"
    >
      <p className="text-[0.8125rem] text-ink-muted">{panelText.asked}</p>
      <p className="mt-0.5 font-semibold wrap-anywhere">{poll.question}</p>
      <div className="mt-3 flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={putAside}>
          {panelText.wait}
        </Button>
        <Button
          size="sm"
          onClick={() => {
            putAside()
            onOpen()
          }}
        >
          {panelText.answer}
        </Button>
      </div>
    </div>
  )
}
