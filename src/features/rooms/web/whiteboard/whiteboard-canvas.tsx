import { type RefObject, useSyncExternalStore } from "react"
import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { INK_COLORS, LINE_HEIGHT, TEXT_FONT } from "#features/rooms/whiteboard-svg.ts"
import { cx } from "#ui/cx.ts"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import { useWhiteboardKeys } from "./use-whiteboard-keys.ts"
import { useWhiteboardPointer } from "./use-whiteboard-pointer.ts"
import type { useWhiteboardView } from "./use-whiteboard-view.ts"
import type { Choice, Place, WhiteboardPen } from "./whiteboard-pen.ts"
import { WhiteboardShape } from "./whiteboard-shape.tsx"
import type { SheetView, WhiteboardSheet } from "./whiteboard-sheet.ts"
import { sizeOf, type Tool } from "./whiteboard-tool.ts"

type WhiteboardCanvasProps = {
  svg: RefObject<SVGSVGElement | null>
  sheet: WhiteboardSheet
  shown: SheetView
  pen: WhiteboardPen
  choice: Choice
  canDraw: boolean
  view: ReturnType<typeof useWhiteboardView>
  /** Where a text is being typed, if any. */
  writing: Place | null
  onWriting: (at: Place | null) => void
  onTool: (tool: Tool) => void
}

/** The page with its items, strokes being drawn, and the pen. */
export function WhiteboardCanvas(props: WhiteboardCanvasProps) {
  const { svg, sheet, shown, pen, choice, canDraw, view, writing, onWriting, onTool } = props
  const held = useSyncExternalStore(pen.subscribe, pen.getHeld)
  const pointer = useWhiteboardPointer({ svg, pen, choice, canDraw, view, onText: onWriting })
  const keys = useWhiteboardKeys({ sheet, pen, choice, canDraw, onTool, onText: onWriting })
  const { page, pages } = shown
  // Ids sort by time, so later items are on top for everybody.
  const items = [...shown.items.values()]
    .filter((item) => item.page === page && !item.gone)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const strokes = [...shown.strokes.values()].filter((stroke) => stroke.page === page)
  return (
    <svg
      ref={svg}
      viewBox={view.box}
      role="application"
      aria-label={text.label(page + 1, pages)}
      aria-description={canDraw ? text.help : undefined}
      data-whiteboard-page={page}
      data-items={items.length}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is worked by keys
      tabIndex={0}
      {...pointer}
      onKeyDown={keys.onKeyDown}
      onBlur={keys.onBlur}
      className={cx(
        "size-full touch-none select-none rounded-card",
        !canDraw || choice.tool === "hand" ? "cursor-grab active:cursor-grabbing" : "cursor-crosshair",
      )}
    >
      <rect width={PAGE.width} height={PAGE.height} rx={8} fill="#ffffff" />
      {items.map((item) => (
        <g key={item.id} opacity={held.erasing.has(item.id) ? 0.2 : 1}>
          <WhiteboardShape id={item.id} shape={item} />
        </g>
      ))}
      {strokes.map((stroke) => (
        <WhiteboardShape key={stroke.id} shape={stroke} />
      ))}
      {held.draft ? <WhiteboardShape shape={held.draft} /> : null}
      {keys.cursor ? <Cursor at={keys.cursor} down={pen.isDown} /> : null}
      {writing ? (
        <Writing at={writing} choice={choice} sheet={sheet} onDone={() => onWriting(null)} svg={svg} />
      ) : null}
    </svg>
  )
}

function Cursor({ at: { x, y }, down }: { at: Place; down: boolean }) {
  return (
    <g fill="none" stroke="#1c5fc2" strokeWidth={3} data-cursor={`${x} ${y}`}>
      <path d={`M${x - 22} ${y}H${x + 22}M${x} ${y - 22}V${y + 22}`} />
      {down ? <circle cx={x} cy={y} r={10} fill="#1c5fc2" stroke="none" /> : null}
    </g>
  )
}

type WritingProps = {
  at: Place
  choice: Choice
  sheet: WhiteboardSheet
  svg: RefObject<SVGSVGElement | null>
  onDone: () => void
}

/** A text being typed: Ctrl+Enter or a click elsewhere saves it, Escape discards it. */
function Writing({ at, choice, sheet, svg, onDone }: WritingProps) {
  const size = sizeOf("text", choice.width)
  function keep(words: string) {
    const written = words.trimEnd()
    if (written) {
      sheet.add({ kind: "text", ink: choice.ink, size, points: [at.x, at.y], text: written })
    }
    onDone()
  }
  return (
    <foreignObject x={at.x} y={at.y} width={PAGE.width} height={PAGE.height} className="pointer-events-none">
      <textarea
        ref={(element) => element?.focus()}
        aria-label={text.typing}
        maxLength={500}
        rows={4}
        onBlur={(event) => keep(event.currentTarget.value)}
        onPointerDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.blur()
          if (event.key === "Escape") {
            event.currentTarget.value = ""
            event.currentTarget.blur()
          }
          if (event.key === "Escape" || (event.key === "Enter" && event.ctrlKey)) svg.current?.focus()
        }}
        style={{ font: `${size}px/${LINE_HEIGHT} ${TEXT_FONT}`, color: INK_COLORS[choice.ink] }}
        className="pointer-events-auto w-[900px] resize-none border-0 bg-transparent p-0 caret-[#1c5fc2] outline-dashed outline-2 outline-[#1c5fc2]/40"
      />
    </foreignObject>
  )
}
