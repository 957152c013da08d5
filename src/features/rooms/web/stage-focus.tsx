import type { Participant, Track } from "livekit-client"
import { Suspense } from "react"
import { latePart } from "#ui/late-part.tsx"
import { ParticipantTile, type TilePin } from "./participant-tile.tsx"
import { roomText as text } from "./room.text.ts"
import type { StagePlan, StageTile } from "./stage-layout.ts"
import { StageVeil, WaitingTile } from "./stage-veil.tsx"

export type Tile = StageTile & { participant: Participant; source: Track.Source }
/** Whether a tile is pinned, and the way to change that. */
export type Pin = (key: string) => TilePin

const WhiteboardStage = latePart(async () => (await import("./whiteboard-stage.tsx")).WhiteboardStage)

type FocusStageProps = { plan: StagePlan<Tile>; held: boolean; pin: Pin }

/** One large picture with the others beside it, below it on a phone, or, where there is one only, in its corner. */
export function FocusStage({ plan, held, pin }: FocusStageProps) {
  const { others } = plan
  const large = <LargeTile plan={plan} held={held} pin={pin} />
  const [only] = others
  // Nothing may cover a page that is drawn on.
  if (others.length === 1 && only && plan.focus !== "whiteboard") {
    return (
      <div className="relative min-w-0 flex-1">
        {large}
        <div className="absolute right-3 bottom-3 w-32 overflow-hidden rounded-card shadow-float @3xl/room:w-52">
          <ParticipantTile tile={only} pin={pin(only.key)} size="small" className="aspect-video w-full" />
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
            tile={tile}
            pin={pin(tile.key)}
            size="small"
            className="aspect-video w-34 @3xl/room:w-full"
          />
        ))}
      </div>
    </div>
  )
}

function LargeTile({ plan: { focus }, held, pin }: FocusStageProps) {
  if (focus === "waiting") return <WaitingTile held={held} />
  if (focus === "whiteboard") {
    return (
      <Suspense fallback={<StageVeil title={text.openingWhiteboard} text="" />}>
        <WhiteboardStage />
      </Suspense>
    )
  }
  return focus ? (
    <ParticipantTile key={focus.key} tile={focus} pin={pin(focus.key)} size="large" className="size-full" />
  ) : null
}
