import { type Participant, type Room, RoomEvent, Track } from "livekit-client"
import WifiOff from "lucide-react/icons/wifi-off"
import { useEffect, useState } from "react"
import { useOnline } from "#ui/live/online.tsx"
import { NoticeLine } from "../bar/notice-line.tsx"
import { participantsOf, roleOf } from "../people.ts"
import { roomText as text } from "../texts/room.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { useMyPermission, useOfRoom } from "../use-followed.ts"
import { CamerasNote } from "./cameras-note.tsx"
import { FocusStage } from "./stage-focus.tsx"
import { planStage, type StageLayout, type StagePlan } from "./stage-layout.ts"
import { StageVeil } from "./stage-veil.tsx"
import type { Drawing, Pin, Tile } from "./tile.ts"
import { TileGrid } from "./tile-grid.tsx"

const STAGE_EVENTS = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantMetadataChanged,
  RoomEvent.ConnectionStateChanged,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.LocalTrackPublished,
  RoomEvent.LocalTrackUnpublished,
]

/** Returns everybody's camera, on or off, and the shared screens. */
function listTiles(room: Room): Tile[] {
  return participantsOf(room).flatMap((participant) => {
    const camera = toTile(participant, Track.Source.Camera)
    const isSharing = participant.getTrackPublication(Track.Source.ScreenShare) !== undefined
    return isSharing ? [camera, toTile(participant, Track.Source.ScreenShare)] : [camera]
  })
}

function sameTiles(before: Tile[], now: Tile[]): boolean {
  return (
    before.length === now.length &&
    now.every((tile, at) => {
      const one = before[at]
      return (
        one?.participant === tile.participant &&
        one.key === tile.key &&
        one.isInstructor === tile.isInstructor &&
        one.share === tile.share &&
        one.joinedAt === tile.joinedAt
      )
    })
  )
}

function toTile(participant: Participant, source: Track.Source): Tile {
  return {
    participant,
    source,
    key: `${participant.identity}/${source}`,
    kind: source === Track.Source.ScreenShare ? "screen" : "camera",
    isMe: participant.isLocal,
    isInstructor: roleOf(participant) === "instructor",
    joinedAt: participant.joinedAt?.getTime() ?? 0,
    share: participant.getTrackPublication(source)?.trackName,
  }
}

type RoomStageProps = {
  role: "student" | "instructor"
  layout: StageLayout
  /** From the page: students are held. */
  held: boolean
  phase: "joining" | "connected" | "reconnecting"
  drawing: Drawing
}

/**
 * The pictures of a room. Without a connection a veil is over them, for they stand still; a page that is being read
 * stays, with a line below it.
 */
export function RoomStage({ role, layout, held, phase, drawing }: RoomStageProps) {
  const tiles = useOfRoom(STAGE_EVENTS, listTiles, sameTiles)
  const mayPublish = useMyPermission((me) => me.permissions?.canPublish ?? true)
  const online = useOnline()
  const [pinned, setPinned] = useState<string | null>(null)
  const { policy, slides } = useBoard().board.state ?? {}
  const whiteboard = policy?.whiteboard ?? false
  // The whiteboard or slides that the instructor opens come before the viewer's own pin.
  const shown = whiteboard ? "whiteboard" : (slides?.deck_id ?? null)
  const [opened, setOpened] = useState(shown)
  if (opened !== shown) {
    setOpened(shown)
    if (shown) setPinned(null)
  }
  const drawn = [drawing.share, drawing.marked]
  const cut = phase === "reconnecting"
  const plan = planStage(tiles, role, layout, { pinned, whiteboard, slides: !!slides, drawn, cut })
  useWatched(plan)
  const isPage = typeof plan.focus === "string" && plan.focus !== "waiting"
  usePageFirst(isPage && role === "student")
  // Participants are known before the viewer has fully entered.
  const alone = tiles.every((tile) => tile.isMe)
  if (phase === "joining" && alone) return <StageVeil title={text.joining} text={text.joiningHint} />
  const silenced = held || !mayPublish
  const pin: Pin = (key) => ({ on: key === pinned, toggle: () => setPinned(key === pinned ? null : key) })
  const lost = online
    ? { title: text.reconnecting, text: text.reconnectingText }
    : { title: text.offlineTitle, text: text.offlineText }
  // Students look back through slides on their own; anything else needs the connection.
  const isUseful = plan.focus === "slides" && role === "student"
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* What needs the connection is neither read out nor focused meanwhile. */}
      <div className="contents" inert={cut && !isUseful}>
        {plan.focus === null ? (
          <TileGrid tiles={plan.others} pin={pin} />
        ) : (
          <FocusStage plan={plan} held={silenced} pin={pin} drawing={drawing} />
        )}
        <CamerasNote />
      </div>
      {role === "instructor" && plan.focus === null && tiles.length === 1 && phase === "connected" ? (
        <p className="absolute inset-x-4 top-6 text-center text-sm text-ink-muted">
          <span className="rounded-full bg-surface-raised/90 px-3.5 py-1.5">{text.alone}</span>
        </p>
      ) : null}
      {cut && isPage ? (
        // The announcer of the room says it.
        <NoticeLine role="note" icon={WifiOff} title={lost.title} words={lost.text} />
      ) : null}
      {cut && !isPage ? <StageVeil over {...lost} /> : null}
    </div>
  )
}

/** Where the connection is slow, a page goes before cameras. Not for the instructor, whose browser may be recording. */
function usePageFirst(on: boolean) {
  const { saving } = useStay()
  useEffect(() => {
    saving.setPage(on)
    return () => saving.setPage(false)
  }, [saving, on])
}

/** Sets which one picture is received while data is saved: the large one, or else the instructor's. */
function useWatched({ focus, others }: StagePlan<Tile>) {
  const { saving } = useStay()
  const remote = others.filter((tile) => !tile.isMe)
  const large = focus === null || typeof focus === "string" || focus.isMe ? null : focus
  const watched = (large ?? remote.find((tile) => tile.isInstructor) ?? remote[0])?.key ?? null
  useEffect(() => saving.watch(watched), [saving, watched])
}
