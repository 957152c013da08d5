import { type RefObject, useMemo, useState, useSyncExternalStore } from "react"
import { SQUARES } from "#features/rooms/whiteboard-svg.ts"
import { cx } from "#ui/cx.ts"
import { useSize } from "../stage/use-size.ts"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import { LaserTraces } from "./laser/laser-traces.tsx"
import { PictureContext } from "./picture/picture-context.ts"
import { usePictureSurroundings } from "./picture/use-picture-surroundings.ts"
import { SelectionFrame } from "./selection/selection-frame.tsx"
import type { WhiteboardSelection } from "./selection/whiteboard-selection.ts"
import { StrokeLayer } from "./strokes/stroke-layer.tsx"
import { useItems } from "./use-sheet.ts"
import { useWhiteboardKeys } from "./use-whiteboard-keys.ts"
import { useWhiteboardPointer } from "./use-whiteboard-pointer.ts"
import type { useWhiteboardView } from "./use-whiteboard-view.ts"
import { itemsOnPage, WhiteboardItems } from "./whiteboard-items.tsx"
import type { Choice, Place, WhiteboardPen } from "./whiteboard-pen.ts"
import { WhiteboardShape } from "./whiteboard-shape.tsx"
import type { SheetFrame, WhiteboardSheet } from "./whiteboard-sheet.ts"
import type { Tool } from "./whiteboard-tool.ts"
import { WhiteboardWriting } from "./whiteboard-writing.tsx"

/** How far fingers and mice reach, in px of the screen. */
const FINGER_REACH = 18
const MOUSE_REACH = 10
const NONE: ReadonlySet<string> = new Set()
const fingers = () => window.matchMedia("(pointer: coarse)")

type WhiteboardCanvasProps = {
  svg: RefObject<SVGSVGElement | null>
  sheet: WhiteboardSheet
  shown: SheetFrame
  pen: WhiteboardPen
  selection: WhiteboardSelection
  choice: Choice
  canDraw: boolean
  view: ReturnType<typeof useWhiteboardView>
  /** Where a text is being typed, if any. */
  writing: Place | null
  onWriting: (at: Place | null) => void
  onTool: (tool: Tool) => void
  /** What it is called, if it is over a shared screen and has no paper of its own. */
  over: string | undefined
}

/** The page with its items, strokes being drawn, the pen, and what is selected. */
export function WhiteboardCanvas(props: WhiteboardCanvasProps) {
  const { svg, sheet, shown, pen, selection, choice, canDraw, view, writing, onWriting, onTool, over } = props
  const held = useSyncExternalStore(pen.subscribe, pen.getHeld)
  const selected = useSyncExternalStore(selection.subscribe, selection.getView)
  const { width, height } = useSize(svg)
  const [coarse] = useState(fingers)
  const { page, pages, paper } = shown
  const unit =
    Math.max(paper.width / Math.max(1, width), paper.height / Math.max(1, height)) / view.sight.scale
  const reach = unit * (coarse.matches ? FINGER_REACH : MOUSE_REACH)
  const pictures = usePictureSurroundings(shown.authors, unit)
  const pointer = useWhiteboardPointer({
    ...{ svg, pen, selection, laser: sheet.laser, choice, canDraw, reach, view },
    onText: onWriting,
  })
  const keys = useWhiteboardKeys({ sheet, pen, selection, choice, canDraw, onTool, onText: onWriting })
  const all = useItems(sheet)
  const items = useMemo(() => itemsOnPage(all, page), [all, page])
  const draft = pen.draftOn(page)
  const isSelecting = canDraw && choice.tool === "select"
  return (
    <>
      <svg
        ref={svg}
        viewBox={view.box}
        role="application"
        aria-label={over ?? text.label(page + 1, pages)}
        aria-description={canDraw ? (isSelecting ? text.selectHelp : text.help) : undefined}
        data-whiteboard-page={page}
        data-items={items.length}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is worked by keys
        tabIndex={0}
        {...pointer}
        onKeyDown={keys.onKeyDown}
        onBlur={keys.onBlur}
        className={cx(
          "relative size-full touch-none select-none rounded-card",
          cursorOf(choice.tool, canDraw),
        )}
      >
        <PictureContext value={pictures}>
          {over ? null : <rect {...paper} rx={8} fill="#ffffff" />}
          {shown.squared.includes(page) ? (
            <path data-squared fill="none" stroke={SQUARES.color} d={SQUARES.path} />
          ) : null}
          <WhiteboardItems
            key={page}
            items={items}
            pale={held.erasing}
            lifted={selected.transform ? selected.ids : NONE}
          />
          {draft ? <WhiteboardShape shape={draft} /> : null}
          {isSelecting ? (
            <SelectionFrame
              view={selected}
              items={selection.selected()}
              at={selected.at ? all.get(selected.at) : undefined}
              unit={unit}
              reach={reach}
            />
          ) : null}
          <LaserTraces laser={sheet.laser} page={page} />
          {keys.cursor ? <Cursor at={keys.cursor} down={pen.isDown} /> : null}
          {writing ? (
            <WhiteboardWriting
              at={writing}
              choice={choice}
              sheet={sheet}
              onDone={() => onWriting(null)}
              svg={svg}
            />
          ) : null}
        </PictureContext>
      </svg>
      <StrokeLayer strokes={sheet.strokes} page={page} paper={paper} sight={view.sight} />
    </>
  )
}

function cursorOf(tool: Tool, canDraw: boolean): string {
  if (!canDraw || tool === "hand") return "cursor-grab active:cursor-grabbing"
  return tool === "select" ? "cursor-default" : "cursor-crosshair"
}

function Cursor({ at: { x, y }, down }: { at: Place; down: boolean }) {
  return (
    <g fill="none" stroke="#1c5fc2" strokeWidth={3} data-cursor={`${x} ${y}`}>
      <path d={`M${x - 22} ${y}H${x + 22}M${x} ${y - 22}V${y + 22}`} />
      {down ? <circle cx={x} cy={y} r={10} fill="#1c5fc2" stroke="none" /> : null}
    </g>
  )
}
