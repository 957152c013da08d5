import { RoomEvent } from "livekit-client"
import Users from "lucide-react/icons/users"
import { type ReactNode, useSyncExternalStore } from "react"
import { SavingMeter } from "../media/saving-switch.tsx"
import {
  countPeople,
  isRecorderIn,
  participantsOf,
  SPEAKER_EVENTS,
  STAFF_EVENTS,
  speakersOf,
} from "../people.ts"
import { useRoom } from "../room-context.card.tsx"
import { QualityBars } from "../stage/quality-bars.tsx"
import { roomText as text } from "../texts/room.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { useOfRoom, useQuality } from "../use-followed.ts"
import { LiveTime } from "./live-time.tsx"
import { ClassTitle, TopLine } from "./top-line.tsx"

const COMINGS = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ConnectionStateChanged,
]
const SPEAKERS_NAMED = 2

type RoomBarProps = {
  title: string
  about: string | undefined
  startedAt: Date | null
  now: Date | undefined
  /** While this browser records: how long, or that it is paused. */
  recorded?: ReactNode
  /** Opens the sound and picture panel. */
  onSound: () => void
}

/** The one line above the stage: since when, the class, who is speaking, the recording, the connection, how many. */
export function RoomBar({ title, about, startedAt, now, recorded, onSound }: RoomBarProps) {
  const people = useOfRoom(COMINGS, (room) => countPeople(participantsOf(room)))
  return (
    <TopLine>
      <LiveTime startedAt={startedAt} now={now} />
      <ClassTitle title={title} about={about} />
      <Speakers />
      <RecordingSign recorded={recorded} />
      <SavingMeter onOpen={onSound} />
      <MyConnection />
      <span
        data-people={people}
        title={text.peopleLabel(people)}
        className="inline-flex shrink-0 items-center gap-1.5 text-sm font-medium text-ink-muted tabular-nums"
      >
        <Users size={16} aria-hidden />
        <span aria-hidden>{people}</span>
        <span className="sr-only">{text.peopleLabel(people)}</span>
      </span>
    </TopLine>
  )
}

/** Shown to everybody while the class is recorded; who records sees how long. */
function RecordingSign({ recorded }: { recorded: ReactNode }) {
  const since = useBoard().board.state?.recording_since ?? null
  const { session } = useStay()
  const isLeftOut = useSyncExternalStore(session.subscribe, session.isLeftOut)
  const isStaffed = useOfRoom(STAFF_EVENTS, isRecorderIn)
  if (since === null || !isStaffed) return null
  const label = isLeftOut ? text.recordingWithoutYou : text.recordingLabel
  return (
    <span
      role="status"
      data-recording={isLeftOut ? "without-you" : ""}
      title={label}
      className="inline-flex shrink-0 items-center gap-1.5 rounded-full bg-live-tint px-2.5 text-xs leading-6 font-bold tracking-wide text-live ring-1 ring-live/30 ring-inset"
    >
      <span className="size-2 rounded-full bg-current" aria-hidden />
      <span aria-hidden className="whitespace-nowrap tabular-nums">
        {recorded ?? text.recording}
        {isLeftOut ? <span className="@max-lg/room:hidden">{text.withoutYou}</span> : null}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** The names of the people speaking, whose tiles can be on another page. */
function Speakers() {
  const names = useOfRoom(SPEAKER_EVENTS, (room) =>
    speakersOf(room)
      .filter((one) => !one.isLocal)
      .slice(0, SPEAKERS_NAMED)
      .map((one) => one.name || one.identity)
      .join(", "),
  )
  if (names === "") return null
  return (
    <span
      data-speakers
      className="max-w-56 truncate rounded-full bg-accent-tint px-2.5 py-0.5 text-[0.8125rem] font-medium text-accent-text @max-lg/room:hidden"
    >
      {text.isSpeaking(names)}
    </span>
  )
}

function MyConnection() {
  return <QualityBars quality={useQuality(useRoom().localParticipant)} className="h-8 w-6 shrink-0 pb-2.5" />
}
