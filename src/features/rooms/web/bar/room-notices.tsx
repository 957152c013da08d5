import { RoomEvent, Track } from "livekit-client"
import ChartColumn from "lucide-react/icons/chart-column"
import CircleAlert from "lucide-react/icons/circle-alert"
import Mic from "lucide-react/icons/mic"
import MicOff from "lucide-react/icons/mic-off"
import MonitorUp from "lucide-react/icons/monitor-up"
import RotateCw from "lucide-react/icons/rotate-cw"
import VideoOff from "lucide-react/icons/video-off"
import Volume2 from "lucide-react/icons/volume-2"
import { Suspense, useState, useSyncExternalStore } from "react"
import { Button } from "#ui/components/button.tsx"
import type { RoomMedia } from "../media/room-media.ts"
import { SavingOffer } from "../media/saving-switch.tsx"
import { useRoom } from "../room-context.card.tsx"
import { DrawnScreen } from "../screen/drawn-screen.ts"
import type { Drawing } from "../stage/tile.ts"
import { explainProblems } from "../texts/device-problems.ts"
import { panelText } from "../texts/panels.texts.ts"
import { roomText as text } from "../texts/room.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { useOfRoom, useSends } from "../use-followed.ts"
import { NoticeLine } from "./notice-line.tsx"

type RoomNoticesProps = {
  media: RoomMedia
  onPanel: (tab: "polls") => void
  drawing: Drawing
}

const PLAYBACK = [RoomEvent.AudioPlaybackStatusChanged]

/**
 * What needs the person to act, as one line between stage and bar, so that it covers neither: start sound, allow a
 * device, answer. The first counts; the next one shows once it is done.
 */
export function RoomNotices({ media, onPanel, drawing }: RoomNoticesProps) {
  const state = useSyncExternalStore(media.subscribe, media.getState)
  const room = useRoom()
  const canPlayAudio = useOfRoom(PLAYBACK, () => room.canPlaybackAudio)
  const isSharing = useSends(room.localParticipant, Track.Source.ScreenShare)
  return (
    <div className="max-h-[40dvh] shrink-0 overflow-y-auto overscroll-contain *:not-first:hidden short:col-start-1">
      {canPlayAudio ? null : (
        <NoticeLine icon={Volume2} title={text.hear}>
          <Button variant="accent" size="sm" data-start-audio onClick={() => void room.startAudio()}>
            {text.hearNow}
          </Button>
        </NoticeLine>
      )}
      <DeviceNotice media={media} problems={state.problems} busy={state.busy} />
      <CommandProblem />
      {state.screenFailed ? <NoticeLine role="alert" icon={CircleAlert} words={text.screenFailed} /> : null}
      <FloorNotice media={media} />
      <PollNotice onOpen={() => onPanel("polls")} />
      {state.interrupted ? (
        <NoticeLine icon={MicOff} words={text.interrupted}>
          <Button size="sm" variant="secondary" busy={state.busy} onClick={() => void media.fixAudio()}>
            {panelText.fixAudio}
          </Button>
        </NoticeLine>
      ) : null}
      <SavingOffer />
      {isSharing ? (
        <NoticeLine icon={MonitorUp} words={text.sharing}>
          <Suspense fallback={null}>
            <DrawnScreen drawing={drawing} />
          </Suspense>
          <Button size="sm" variant="secondary" onClick={() => void media.toggleScreen()}>
            {text.screen.on}
          </Button>
        </NoticeLine>
      ) : null}
    </div>
  )
}

type DeviceNoticeProps = { media: RoomMedia } & Pick<ReturnType<RoomMedia["getState"]>, "problems" | "busy">

function DeviceNotice({ media, problems, busy }: DeviceNoticeProps) {
  const { session } = useStay()
  const voiceCounts = useSyncExternalStore(session.subscribe, session.voiceCounts)
  const found = explainProblems(problems, { userAgent: navigator.userAgent, voiceCounts })
  if (!found) return null
  return (
    <NoticeLine
      role="alert"
      data-device-problem={problems.microphone ?? problems.camera}
      icon={problems.microphone ? MicOff : VideoOff}
      title={found.title}
      words={found.text}
    >
      <Button variant="ghost" size="sm" onClick={() => media.giveUp()}>
        {text.dismiss}
      </Button>
      <Button size="sm" busy={busy} onClick={() => media.retry()}>
        <RotateCw size={16} aria-hidden />
        {text.tryAgain}
      </Button>
    </NoticeLine>
  )
}

/** Why the last command did not work. */
function CommandProblem() {
  const { problem } = useBoard()
  if (!problem) return null
  return <NoticeLine role="alert" icon={CircleAlert} title={problem.title} words={problem.description} />
}

/** The instructor asked this student to speak, who unmutes the microphone themselves. */
function FloorNotice({ media }: { media: RoomMedia }) {
  const { role } = useStay()
  const { board } = useBoard()
  const isOpen = useSends(useRoom().localParticipant, Track.Source.Microphone)
  const [putAside, setPutAside] = useState(false)
  const given = role === "student" && board.state?.mine.microphone === true
  if (!given && putAside) setPutAside(false)
  if (!given || putAside || isOpen) return null
  return (
    <NoticeLine data-floor icon={Mic} title={panelText.floorYours} words={panelText.floorText}>
      <Button variant="ghost" size="sm" onClick={() => setPutAside(true)}>
        {panelText.notNow}
      </Button>
      <Button size="sm" onClick={() => media.toggle("microphone")}>
        {panelText.openMic}
      </Button>
    </NoticeLine>
  )
}

/** A poll waiting for this student's vote, also if they came late. */
function PollNotice({ onOpen }: { onOpen: () => void }) {
  const { role } = useStay()
  const { board } = useBoard()
  const [seen, setSeen] = useState<readonly string[]>([])
  const poll = board.state?.polls.find(
    (one) => one.status === "open" && (one.mine ?? []).length === 0 && !seen.includes(one.id),
  )
  if (role !== "student" || !poll) return null
  const putAside = () => setSeen([...seen, poll.id])
  const answer = () => {
    putAside()
    onOpen()
  }
  return (
    <NoticeLine
      data-poll-notice
      icon={ChartColumn}
      title={panelText.asked}
      words={<span lang="">{poll.question}</span>}
    >
      <Button variant="ghost" size="sm" onClick={putAside}>
        {panelText.wait}
      </Button>
      <Button size="sm" onClick={answer}>
        {panelText.answer}
      </Button>
    </NoticeLine>
  )
}
