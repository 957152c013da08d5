import type { Track } from "livekit-client"
import PencilLine from "lucide-react/icons/pencil-line"
import { Suspense, useEffect, useMemo, useRef } from "react"
import { paperOf } from "#features/rooms/screen-paper.ts"
import { isId } from "#shared/ids.ts"
import { Button } from "#ui/components/button.tsx"
import { latePart } from "#ui/late-part.tsx"
import { useShownScreen } from "../shown/use-shown-board.ts"
import type { Drawing, Tile } from "../stage/tile.ts"
import { useSize } from "../stage/use-size.ts"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import { useTrack } from "../use-followed.ts"
import { LaserTraces } from "../whiteboard/laser/laser-traces.tsx"
import { PictureContext } from "../whiteboard/picture/picture-context.ts"
import { usePictureSurroundings } from "../whiteboard/picture/use-picture-surroundings.ts"
import { StrokeLayer } from "../whiteboard/strokes/stroke-layer.tsx"
import { useItems, useMayDraw } from "../whiteboard/use-sheet.ts"
import { WHOLE } from "../whiteboard/use-whiteboard-view.ts"
import { itemsOnPage, WhiteboardItems } from "../whiteboard/whiteboard-items.tsx"
import type { SheetFrame, WhiteboardSheet } from "../whiteboard/whiteboard-sheet.ts"
import { useFocusAfter } from "./use-focus-after.ts"
import { useScreenSheet } from "./use-screen-sheet.ts"

// With the whiteboard, whose tools they are.
const ScreenTools = latePart(async () => (await import("../whiteboard/whiteboard-stage.tsx")).ScreenTools)

const NONE: ReadonlySet<string> = new Set()

type ScreenLayerProps = { tile: Tile; drawing: Drawing }

/** What is drawn over a shared screen on the stage, and the tools of who draws there. */
export function ScreenLayer({ tile, drawing }: ScreenLayerProps) {
  return isId(tile.share) ? <Layer share={tile.share} tile={tile} drawing={drawing} /> : null
}

function Layer({ share, tile, drawing }: ScreenLayerProps & { share: string }) {
  const { participant, isMe } = tile
  const { sheet, shown } = useScreenSheet(share)
  const track = useTrack(participant, tile.source)
  useFit(sheet, track)
  const mayDraw = useMayDraw(shown)
  const isOpen = drawing.share === share && mayDraw
  const opener = useFocusAfter(isOpen)
  const name = isMe ? text.ownScreen : text.screenOf(participant.name || participant.identity)
  const marks = <Marks of={participant.identity} {...{ sheet, shown, name }} />
  if (isOpen && track) {
    return (
      <Suspense fallback={marks}>
        <ScreenTools {...{ sheet, shown, tile, track, name }} onClose={() => drawing.over(null)} />
      </Suspense>
    )
  }
  return (
    <>
      {marks}
      {/* Of the own screen the notice of sharing it has the button. */}
      {mayDraw && track && !isMe ? (
        <Button
          ref={opener}
          size="sm"
          variant="secondary"
          data-tool="draw-on-screen"
          aria-label={text.drawOn(name)}
          title={text.drawOn(name)}
          className="absolute top-1.5 right-12 opacity-85 hover:opacity-100 focus-visible:opacity-100"
          onClick={() => drawing.over(share)}
        >
          <PencilLine size={16} aria-hidden />
          {text.draw}
        </Button>
      ) : null}
    </>
  )
}

/** Lays the sheet over the picture as it is here: everybody may get another size of it, and it may change its shape. */
function useFit(sheet: WhiteboardSheet, track: Track | undefined): void {
  useEffect(() => {
    const [video] = track?.attachedElements ?? []
    if (!(video instanceof HTMLVideoElement)) return
    const layOver = () => {
      const { videoWidth: width, videoHeight: height } = video
      if (width > 0 && height > 0) sheet.fit(paperOf({ width, height }))
    }
    layOver()
    video.addEventListener("resize", layOver)
    return () => video.removeEventListener("resize", layOver)
  }, [sheet, track])
}

type MarksProps = {
  /** The identity whose screen it is. */
  of: string
  sheet: WhiteboardSheet
  shown: SheetFrame
  name: string
}

/** For who watches: strokes over the picture, which is shown whole in the same box. */
function Marks({ of, sheet, shown, name }: MarksProps) {
  const { paper, page, authors } = shown
  useShownScreen(of, sheet, null)
  const svg = useRef<SVGSVGElement>(null)
  const { width, height } = useSize(svg)
  const unit = Math.max(paper.width / Math.max(1, width), paper.height / Math.max(1, height))
  const pictures = usePictureSurroundings(authors, unit)
  const all = useItems(sheet)
  const items = useMemo(() => itemsOnPage(all, page), [all, page])
  const words = items.flatMap((item) => item.text || [])
  return (
    <>
      <svg
        ref={svg}
        viewBox={`0 0 ${paper.width} ${paper.height}`}
        role="img"
        aria-label={[text.drawnOn(name, items.length), ...words].join(", ")}
        aria-hidden={items.length === 0}
        data-screen-marks
        data-items={items.length}
        className="pointer-events-none absolute inset-0 size-full"
      >
        <PictureContext value={pictures}>
          <WhiteboardItems items={items} pale={NONE} lifted={NONE} />
          <LaserTraces laser={sheet.laser} page={page} />
        </PictureContext>
      </svg>
      <StrokeLayer strokes={sheet.strokes} page={page} paper={paper} sight={WHOLE} />
    </>
  )
}
