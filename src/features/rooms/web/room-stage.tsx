import {
  type TrackReferenceOrPlaceholder,
  useLocalParticipantPermissions,
  useTracks,
} from "@livekit/components-react"
import { Track } from "livekit-client"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import Hourglass from "lucide-react/icons/hourglass"
import LoaderCircle from "lucide-react/icons/loader-circle"
import { type ReactNode, useRef, useState, useSyncExternalStore } from "react"
import { Button } from "#ui/button.tsx"
import { ParticipantTile } from "./participant-tile.tsx"
import { roleOf } from "./people.ts"
import { roomText as text } from "./room.text.ts"
import { planGrid, planStage, type StageLayout, type StagePlan, type StageTile } from "./stage-layout.ts"
import { useSize } from "./use-size.ts"

const GAP = 8

type Tile = StageTile & { track: TrackReferenceOrPlaceholder }

function toTile(track: TrackReferenceOrPlaceholder): Tile {
  const { participant, source } = track
  return {
    track,
    key: `${participant.identity}/${source}`,
    kind: source === Track.Source.ScreenShare ? "screen" : "camera",
    isMe: participant.isLocal,
    isInstructor: roleOf(participant) === "instructor",
    joinedAt: participant.joinedAt?.getTime() ?? 0,
  }
}

type RoomStageProps = {
  role: "student" | "instructor"
  layout: StageLayout
  /** The page was told that students are held. */
  held: boolean
  phase: "joining" | "connected" | "reconnecting"
}

/** The pictures of a room, and over them what the connection is waiting for. */
export function RoomStage({ role, layout, held, phase }: RoomStageProps) {
  const tracks = useTracks(
    [
      { source: Track.Source.Camera, withPlaceholder: true },
      { source: Track.Source.ScreenShare, withPlaceholder: false },
    ],
    { onlySubscribed: false },
  )
  const permissions = useLocalParticipantPermissions()
  const online = useOnline()
  if (phase === "joining") return <StageVeil title={text.joining} text={text.joiningHint} />
  const plan = planStage(tracks.map(toTile), role, layout)
  const silenced = held || permissions?.canPublish === false
  return (
    <div className="relative flex min-h-0 flex-1 p-2">
      {plan.focus === null ? <TileGrid tiles={plan.others} /> : <FocusStage plan={plan} held={silenced} />}
      {role === "instructor" && plan.focus === null && tracks.length === 1 && phase === "connected" ? (
        <p className="absolute inset-x-4 top-6 text-center text-sm text-ink-muted">
          <span className="rounded-full bg-surface-raised/90 px-3.5 py-1.5">{text.alone}</span>
        </p>
      ) : null}
      {phase === "reconnecting" ? (
        <StageVeil
          over
          title={online ? text.reconnecting : text.offlineTitle}
          text={online ? text.reconnectingText : text.offlineText}
        />
      ) : null}
    </div>
  )
}

/** What the browser believes about its network. */
function useOnline(): boolean {
  return useSyncExternalStore(followOnline, () => navigator.onLine)
}

function followOnline(listener: () => void): () => void {
  window.addEventListener("online", listener)
  window.addEventListener("offline", listener)
  return () => {
    window.removeEventListener("online", listener)
    window.removeEventListener("offline", listener)
  }
}

function StageVeil({ title, text: words, over }: { title: string; text: string; over?: boolean }) {
  return (
    <div
      role="status"
      className={
        over
          ? "absolute inset-0 z-10 grid place-items-center bg-background/85 p-6"
          : "grid min-h-0 flex-1 place-items-center p-6"
      }
    >
      <div className="grid max-w-sm justify-items-center text-center">
        <LoaderCircle size={28} className="mb-4 animate-spin text-primary-text" aria-hidden />
        <p className="text-lg font-semibold">{title}</p>
        <p className="mt-1 text-ink-muted">{words}</p>
      </div>
    </div>
  )
}

/** One large picture with the others beside it, below it on a phone, or, where there is one only, in its corner. */
function FocusStage({ plan, held }: { plan: StagePlan<Tile>; held: boolean }) {
  const { focus, others } = plan
  const large =
    focus === "waiting" ? (
      <WaitingTile held={held} />
    ) : focus ? (
      <ParticipantTile key={focus.key} track={focus.track} size="large" className="size-full" />
    ) : null
  const [only] = others
  if (others.length === 1 && only) {
    return (
      <div className="relative min-w-0 flex-1">
        {large}
        <div className="absolute right-3 bottom-3 w-32 overflow-hidden rounded-card shadow-float @3xl/room:w-52">
          <ParticipantTile track={only.track} size="small" className="aspect-video w-full" />
        </div>
      </div>
    )
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 @3xl/room:flex-row">
      <div className="min-h-0 min-w-0 flex-1">{large}</div>
      <div className="flex shrink-0 gap-2 overflow-auto overscroll-contain @3xl/room:w-48 @3xl/room:flex-col">
        {others.map((tile) => (
          <ParticipantTile
            key={tile.key}
            track={tile.track}
            size="small"
            className="aspect-video w-34 @3xl/room:w-full"
          />
        ))}
      </div>
    </div>
  )
}

function WaitingTile({ held }: { held: boolean }) {
  return (
    <div
      role="status"
      data-waiting={held ? "held" : "open"}
      className="grid size-full place-items-center rounded-card border border-line bg-surface p-6"
    >
      <div className="grid max-w-sm justify-items-center text-center">
        <span
          className="mb-4 grid size-13 place-items-center rounded-full bg-accent-tint text-accent-text"
          aria-hidden
        >
          <Hourglass size={24} />
        </span>
        <p className="text-heading font-semibold">{text.waiting}</p>
        <p className="mt-1.5 text-ink-muted">{held ? text.heldText : text.waitingText}</p>
      </div>
    </div>
  )
}

/** Everybody alike, as large as they fit, in pages where they don't. */
function TileGrid({ tiles }: { tiles: Tile[] }) {
  const area = useRef<HTMLDivElement>(null)
  const grid = planGrid(tiles.length, useSize(area), GAP)
  const [wantedPage, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(tiles.length / grid.perPage))
  const page = Math.min(wantedPage, pages - 1)
  const shown = tiles.slice(page * grid.perPage, (page + 1) * grid.perPage)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <div
        ref={area}
        className="flex min-h-0 flex-1 flex-wrap content-center justify-center gap-2 overflow-hidden"
      >
        {grid.width > 0
          ? shown.map((tile) => (
              <ParticipantTile
                key={tile.key}
                track={tile.track}
                size={grid.width < 220 ? "small" : "medium"}
                style={{ width: grid.width, height: grid.height }}
              />
            ))
          : null}
      </div>
      {pages > 1 ? (
        <nav className="flex shrink-0 items-center justify-center gap-2 text-sm text-ink-muted tabular-nums">
          <PageButton label={text.previous} disabled={page === 0} onClick={() => setPage(page - 1)}>
            <ChevronLeft size={18} aria-hidden />
          </PageButton>
          {text.page(page + 1, pages)}
          <PageButton label={text.next} disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            <ChevronRight size={18} aria-hidden />
          </PageButton>
        </nav>
      ) : null}
    </div>
  )
}

type PageButtonProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode }

function PageButton({ label, disabled, onClick, children }: PageButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  )
}
