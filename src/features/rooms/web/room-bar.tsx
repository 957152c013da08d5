import { RoomEvent } from "livekit-client"
import LayoutGrid from "lucide-react/icons/layout-grid"
import Maximize from "lucide-react/icons/maximize"
import Minimize from "lucide-react/icons/minimize"
import Presentation from "lucide-react/icons/presentation"
import Users from "lucide-react/icons/users"
import { useSyncExternalStore } from "react"
import { LiveBadge } from "#ui/live-badge.tsx"
import { IconButton } from "./icon-button.tsx"
import {
  countPeople,
  isRecorderIn,
  participantsOf,
  SPEAKER_EVENTS,
  STAFF_EVENTS,
  speakersOf,
} from "./people.ts"
import { QualityBars } from "./quality-bars.tsx"
import { roomText as text } from "./room.text.ts"
import { useRoom } from "./room-context.card.tsx"
import { SavingMeter } from "./saving-switch.tsx"
import type { StageLayout } from "./stage-layout.ts"
import { useBoard, useStay } from "./use-board.ts"
import { useOfRoom, useQuality } from "./use-followed.ts"

const COMINGS = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ConnectionStateChanged,
]
const SPEAKERS_NAMED = 2

type RoomBarProps = {
  title: string
  role: "student" | "instructor"
  layout: StageLayout
  onLayout: (layout: StageLayout) => void
  fullScreen: boolean
  onFullScreen: () => void
  /** Opens what has to do with sound and picture. */
  onSound: () => void
}

/** The line above the stage: which class, how many people, who speaks, how good the connection is. */
export function RoomBar({ title, role, layout, onLayout, fullScreen, onFullScreen, onSound }: RoomBarProps) {
  const people = useOfRoom(COMINGS, (room) => countPeople(participantsOf(room)))
  const other: StageLayout = layout === "focus" ? "grid" : "focus"
  return (
    <header className="flex h-13 shrink-0 short:h-11 items-center gap-2 border-b border-line px-3 @lg/room:gap-3 @lg/room:px-4">
      <LiveBadge className="max-[430px]:hidden" />
      <RecordingSign />
      <h2 className="min-w-0 flex-1 truncate text-[0.9375rem] font-semibold tracking-tight">{title}</h2>
      <Speakers />
      <span
        data-people={people}
        title={text.peopleLabel(people)}
        className="inline-flex items-center gap-1.5 px-1 text-sm font-medium text-ink-muted tabular-nums"
      >
        <Users size={16} aria-hidden />
        <span aria-hidden>{people}</span>
        <span className="sr-only">{text.peopleLabel(people)}</span>
      </span>
      <SavingMeter onOpen={onSound} />
      <MyConnection />
      {role === "student" && people > 2 ? (
        <IconButton label={text.layout[other]} onClick={() => onLayout(other)}>
          {other === "grid" ? <LayoutGrid size={18} aria-hidden /> : <Presentation size={18} aria-hidden />}
        </IconButton>
      ) : null}
      <IconButton label={fullScreen ? text.leaveFullScreen : text.fullScreen} onClick={onFullScreen}>
        {fullScreen ? <Minimize size={18} aria-hidden /> : <Maximize size={18} aria-hidden />}
      </IconButton>
    </header>
  )
}

/** Stands while the class is recorded, for everybody in it. */
function RecordingSign() {
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
      className="inline-flex items-center gap-1.5 rounded-full bg-live-tint px-2.5 text-xs leading-6 font-bold tracking-wide text-live ring-1 ring-live/30 ring-inset"
    >
      <span className="size-2 rounded-full bg-current" aria-hidden />
      <span aria-hidden className="whitespace-nowrap">
        {text.recording}
        {isLeftOut ? <span className="@max-lg/room:hidden">{text.withoutYou}</span> : null}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Who speaks, by name, for tiles can be on another page. */
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
  return <QualityBars quality={useQuality(useRoom().localParticipant)} className="size-8 pb-2" />
}
