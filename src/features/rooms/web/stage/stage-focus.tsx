import { Suspense, useEffect, useRef } from "react"
import { latePart } from "#ui/late-part.tsx"
import { QUICK_MS } from "../media/picture-pace.ts"
import { DrawnScreen } from "../screen/drawn-screen.ts"
import { roomText as text } from "../texts/room.texts.ts"
import { useStay } from "../use-board.ts"
import { FaceStrip } from "./face-strip.tsx"
import { ParticipantTile } from "./participant-tile.tsx"
import { loadSlides, loadWhiteboard } from "./parts-ahead.ts"
import { heardFirst, planStrip, type StagePlan } from "./stage-layout.ts"
import { StageVeil, WaitingTile } from "./stage-veil.tsx"
import type { Drawing, Pin, Tile } from "./tile.ts"
import { useHeard } from "./use-heard.ts"
import { useSize } from "./use-size.ts"

const WhiteboardStage = latePart(loadWhiteboard)
const SlidesStage = latePart(loadSlides)

type FocusStageProps = { plan: StagePlan<Tile>; held: boolean; pin: Pin; drawing: Drawing }

/**
 * One large picture with the others in a strip on the side where it stays larger, or, if there is only one, in its
 * corner. On the smallest stages it is alone.
 */
export function FocusStage(props: FocusStageProps) {
  const { plan, pin, drawing } = props
  const stage = useRef<HTMLDivElement>(null)
  const strip = planStrip(useSize(stage))
  const heard = useHeard()
  const others = heardFirst(plan.others, heard)
  const [only] = others
  // Nothing may cover a page that people draw on or read.
  const isPage =
    typeof plan.focus === "string"
      ? plan.focus !== "waiting"
      : !!plan.focus?.share && plan.focus.share === drawing.share
  const inCorner = others.length === 1 && only && !isPage ? only : null
  return (
    <div
      ref={stage}
      data-strip={strip}
      className="group/stage relative flex min-h-0 min-w-0 flex-1 flex-col data-[strip=side]:flex-row"
    >
      <div className="min-h-0 min-w-0 flex-1" data-large>
        <LargeTile {...props} />
      </div>
      {inCorner ? (
        <div className="absolute right-3 bottom-3 w-28 overflow-hidden rounded-card shadow-float @3xl/room:w-52 short:w-28">
          <ParticipantTile
            tile={inCorner}
            pin={pin(inCorner.key)}
            size="small"
            className="aspect-video w-full"
          />
        </div>
      ) : strip !== "none" && others.length > 0 ? (
        <FaceStrip tiles={others} pin={pin} />
      ) : null}
    </div>
  )
}

/** Until a page's code is there. Where that takes long, cameras wait. */
function OpeningPage({ title }: { title: string }) {
  const { saving } = useStay()
  useEffect(() => {
    const timer = setTimeout(() => saving.lean(), QUICK_MS)
    return () => clearTimeout(timer)
  }, [saving])
  return <StageVeil title={title} text="" />
}

function LargeTile({ plan: { focus }, held, pin, drawing }: FocusStageProps) {
  if (focus === "waiting") return <WaitingTile held={held} />
  if (focus === "whiteboard") {
    return (
      <Suspense fallback={<OpeningPage title={text.openingWhiteboard} />}>
        <WhiteboardStage />
      </Suspense>
    )
  }
  if (focus === "slides") {
    return (
      <Suspense fallback={<OpeningPage title={text.openingSlides} />}>
        <SlidesStage />
      </Suspense>
    )
  }
  return focus ? (
    <div key={focus.key} className="relative size-full">
      <ParticipantTile tile={focus} pin={pin(focus.key)} size="large" className="size-full" />
      {focus.kind === "screen" ? (
        <Suspense fallback={null}>
          <DrawnScreen key={focus.share} tile={focus} drawing={drawing} />
        </Suspense>
      ) : null}
    </div>
  ) : null
}
