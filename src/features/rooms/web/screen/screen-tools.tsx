import type { Track } from "livekit-client"
import X from "lucide-react/icons/x"
import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { type Paper, pictureIn } from "#features/rooms/screen-paper.ts"
import { useShownScreen } from "../shown/use-shown-board.ts"
import type { Tile } from "../stage/tile.ts"
import { ToolButton } from "../stage/tool-button.tsx"
import { useSize } from "../stage/use-size.ts"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import { useStay } from "../use-board.ts"
import { toolsFor } from "../whiteboard/use-sheet.ts"
import type { Sight } from "../whiteboard/use-whiteboard-view.ts"
import { LetDraw, ZoomTools } from "../whiteboard/whiteboard-bar.tsx"
import { WhiteboardDesk } from "../whiteboard/whiteboard-desk.tsx"
import type { SheetFrame, WhiteboardSheet } from "../whiteboard/whiteboard-sheet.ts"

type ScreenToolsProps = {
  sheet: WhiteboardSheet
  shown: SheetFrame
  tile: Tile
  track: Track
  name: string
  onClose: () => void
}

/** The whiteboard's tools over a shared screen. Loaded when somebody first draws on one. */
export function ScreenTools({ sheet, shown, tile, track, name, onClose }: ScreenToolsProps) {
  const isStaff = useStay().role === "instructor"
  const [tools] = useState(() => toolsFor(sheet))
  useShownScreen(tile.participant.identity, sheet, tools.pen)
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => {
    here.current?.querySelector<SVGSVGElement>("[role=application]")?.focus()
  }, [])
  const mirrors = tile.isMe && track.mediaStreamTrack.getSettings().displaySurface === "monitor"
  return (
    <div ref={here} data-over-screen className="absolute inset-0 bg-background">
      <WhiteboardDesk
        {...tools}
        {...{ shown, isStaff }}
        canDraw
        ink="red"
        over={{
          name: text.drawingOn(name),
          picture: (sight) => <ScreenPicture {...{ track, sight }} paper={shown.paper} />,
        }}
        bar={(view) => (
          <div className="flex min-w-0 shrink-0 items-center gap-1 overflow-x-auto text-sm [grid-area:bar]">
            <span className="min-w-2 flex-1 truncate px-1.5" title={mirrors ? text.mirrors : name}>
              <span className="font-medium">{name}</span>
              {mirrors ? <span className="text-ink-muted"> · {text.mirrors}</span> : null}
            </span>
            {isStaff ? <LetDraw /> : null}
            <ZoomTools view={view} />
            <ToolButton name="close" label={text.stopDrawing} onClick={onClose}>
              <X size={18} aria-hidden />
            </ToolButton>
          </div>
        )}
      />
    </div>
  )
}

/** The picture beneath the sheet, of which the same part is in sight. */
function ScreenPicture({ track, sight, paper }: { track: Track; sight: Sight; paper: Paper }) {
  const video = useRef<HTMLVideoElement>(null)
  useLayoutEffect(() => {
    const element = video.current
    if (!element) return
    track.attach(element)
    return () => void track.detach(element)
  }, [track])
  const { left, top, scale } = pictureIn(useSize(video), paper)
  const moved = (edge: number, at: number) => edge - sight.scale * (edge + at * scale)
  const transform = `matrix(${sight.scale}, 0, 0, ${sight.scale}, ${moved(left, sight.x)}, ${moved(top, sight.y)})`
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-hidden
      style={{ transform, transformOrigin: "0 0" }}
      className="absolute inset-0 size-full object-contain"
    />
  )
}
