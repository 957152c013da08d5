import { memo } from "react"
import { type Item, isStroke } from "#features/rooms/whiteboard.ts"
import {
  arrowPath,
  cornersOf,
  INK_COLORS,
  LINE_HEIGHT,
  MARKER_OPACITY,
  plainPath,
  strokePath,
  TEXT_FONT,
} from "#features/rooms/whiteboard-svg.ts"
import { FormulaShape } from "./formula/formula-shape.tsx"
import { PictureShape } from "./picture/picture-shape.tsx"

export type Shape = Pick<Item, "kind" | "ink" | "size" | "points" | "text" | "picture"> & { author?: string }

type WhiteboardShapeProps = {
  shape: Shape
  id?: string
  pale?: boolean
  /** Drawn as an even line for now. */
  plain?: boolean
}

/** One item on the whiteboard. Renders again only when it changed. */
export const WhiteboardShape = memo(function WhiteboardShape({
  shape,
  id,
  pale,
  plain,
}: WhiteboardShapeProps) {
  const { kind, ink, size, points, text } = shape
  const color = INK_COLORS[ink]
  const [x1 = 0, y1 = 0, x2 = x1, y2 = y1] = points
  const line = {
    fill: "none",
    stroke: color,
    strokeWidth: size,
    strokeLinecap: "round",
    strokeLinejoin: "round",
  } as const
  const { x, y, width, height } = cornersOf(shape)
  const mark = { "data-item": id, "data-kind": kind, ...(pale && { opacity: 0.2 }) }
  if (plain && isStroke(kind)) {
    const opacity = kind === "marker" ? MARKER_OPACITY : undefined
    return <path {...mark} {...line} strokeOpacity={opacity} d={plainPath(shape)} />
  }
  switch (kind) {
    case "pen":
      return <path {...mark} fill={color} d={strokePath(shape)} />
    case "marker":
      return <path {...mark} fill={color} fillOpacity={MARKER_OPACITY} d={strokePath(shape)} />
    case "line":
      return <path {...mark} {...line} d={`M${x1} ${y1}L${x2} ${y2}`} />
    case "arrow":
      return <path {...mark} {...line} d={arrowPath(shape)} />
    case "rect":
      return <rect {...mark} {...line} x={x} y={y} width={width} height={height} />
    case "ellipse":
      return (
        <ellipse {...mark} {...line} cx={x + width / 2} cy={y + height / 2} rx={width / 2} ry={height / 2} />
      )
    case "text":
      return (
        <text {...mark} fill={color} fontSize={size} fontFamily={TEXT_FONT} xmlSpace="preserve">
          {text.split("\n").map((words, index) => (
            // Lines have no id but their index.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tspan key={index} x={x1} y={y1 + size * (1 + index * LINE_HEIGHT)}>
              {words}
            </tspan>
          ))}
        </text>
      )
    case "formula":
      return <FormulaShape shape={shape} mark={mark} />
    case "picture":
      return <PictureShape shape={shape} mark={mark} />
  }
})
