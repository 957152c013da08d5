import { Track } from "livekit-client"
import PencilLine from "lucide-react/icons/pencil-line"
import { useEffect, useSyncExternalStore } from "react"
import { isId } from "#shared/ids.ts"
import { Button } from "#ui/components/button.tsx"
import { useRoom } from "../room-context.card.tsx"
import type { Drawing } from "../stage/tile.ts"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import { useBoard } from "../use-board.ts"
import { useDrawRight, useItems } from "../whiteboard/use-sheet.ts"
import { useFocusAfter } from "./use-focus-after.ts"
import { useScreenSheet } from "./use-screen-sheet.ts"

/**
 * Brings the viewer's own share onto the stage, with the tools over it, and without them once somebody else draws on it.
 */
export function DrawOnOwn({ drawing }: { drawing: Drawing }) {
  const share = useRoom().localParticipant.getTrackPublication(Track.Source.ScreenShare)?.trackName
  return isId(share) ? <OwnShare key={share} share={share} drawing={drawing} /> : null
}

function OwnShare({ share, drawing }: { share: string; drawing: Drawing }) {
  const { policy, slides } = useBoard().board.state ?? {}
  const { sheet } = useScreenSheet(share)
  const items = useItems(sheet)
  const isDrawnOn = useSyncExternalStore(sheet.strokes.subscribe, () => sheet.strokes.size > 0)
  const isMarked = isDrawnOn || [...items.values()].some(({ gone }) => !gone)
  const { mark } = drawing
  useEffect(() => mark(isMarked ? share : null), [share, isMarked, mark])
  const mayDraw = useDrawRight()
  const isOpen = drawing.share === share
  const opener = useFocusAfter(isOpen)
  // These are shown before a screen.
  if (!mayDraw || isOpen || policy?.whiteboard || slides) return null
  return (
    <Button ref={opener} size="sm" variant="secondary" data-draw-on-own onClick={() => drawing.over(share)}>
      <PencilLine size={16} aria-hidden />
      {text.drawOnIt}
    </Button>
  )
}
