import { memo } from "react"
import type { Item } from "#features/rooms/whiteboard.ts"
import {
  type Box,
  boundsOf,
  type Handle,
  handlePlace,
  type Transform,
  transformed,
} from "#features/rooms/whiteboard-geometry.ts"
import { WhiteboardShape } from "../whiteboard-shape.tsx"
import { handlesOf, padded, type SelectionView } from "./selection-view.ts"

const BLUE = "#1c5fc2"
const CURSORS: Record<Handle, string> = {
  ...{ nw: "nwse-resize", se: "nwse-resize", ne: "nesw-resize", sw: "nesw-resize" },
  ...{ n: "ns-resize", s: "ns-resize", e: "ew-resize", w: "ew-resize" },
}

type SelectionFrameProps = {
  view: SelectionView
  /** The selected items that are there. */
  items: readonly Item[]
  /** The item that keys have reached. */
  at: Item | undefined
  /** Units of the page in a px of the screen, and how far a pointer reaches. */
  unit: number
  reach: number
}

/** The selected items while they are moved, their frame with its handles, and the area being drawn around items. */
export function SelectionFrame({
  view: { transform, marquee },
  items,
  at,
  unit,
  reach,
}: SelectionFrameProps) {
  const placed = transform ? items.map((item) => transformed(item, transform)) : items
  const bounds = boundsOf(placed)
  const frame = bounds && padded(bounds, reach)
  const line = { fill: "none", stroke: BLUE, strokeWidth: 1.5 * unit }
  const reached = at && boundsOf([at])
  return (
    <>
      {transform ? <Lifted items={items} transform={transform} /> : null}
      {reached ? (
        <Rect box={padded(reached, reach / 2)} {...line} strokeWidth={3 * unit} data-at={at?.id} />
      ) : null}
      {bounds && frame ? (
        <g data-selection={items.length}>
          <Rect
            box={frame}
            {...line}
            strokeDasharray={`${6 * unit} ${4 * unit}`}
            cursor="move"
            pointerEvents="all"
          />
          {handlesOf(bounds, reach).map((handle) => {
            const { x, y } = handlePlace(frame, handle)
            const half = 5 * unit
            return (
              <rect
                key={handle}
                data-handle={handle}
                x={x - half}
                y={y - half}
                width={2 * half}
                height={2 * half}
                rx={2 * unit}
                {...line}
                fill="#ffffff"
                cursor={CURSORS[handle]}
              />
            )
          })}
        </g>
      ) : null}
      {marquee ? <Rect box={marquee} {...line} fill={BLUE} fillOpacity={0.08} data-marquee /> : null}
    </>
  )
}

/** What is being moved or resized. Moving draws nothing anew. */
const Lifted = memo(function Lifted({ items, transform }: { items: readonly Item[]; transform: Transform }) {
  const { sx, sy, dx, dy } = transform
  if (sx === 1 && sy === 1) {
    return (
      <g transform={`translate(${dx} ${dy})`} data-lifted>
        {items.map((item) => (
          <WhiteboardShape key={item.id} shape={item} />
        ))}
      </g>
    )
  }
  return items.map((item) => <WhiteboardShape key={item.id} shape={transformed(item, transform)} />)
})

type RectProps = { box: Box } & React.SVGProps<SVGRectElement>

function Rect({ box: { left, top, right, bottom }, ...props }: RectProps) {
  return <rect x={left} y={top} width={right - left} height={bottom - top} {...props} />
}
