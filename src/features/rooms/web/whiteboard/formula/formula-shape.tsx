import type { Item } from "#features/rooms/whiteboard.ts"
import { cornersOf, INK_COLORS, TEXT_FONT } from "#features/rooms/whiteboard-svg.ts"
import { imageOf, useDrawing } from "./formulas.ts"

type FormulaShapeProps = {
  shape: Pick<Item, "ink" | "size" | "points" | "text">
  mark: Record<string, string | number | undefined>
}

/** A formula on the page; its TeX until it is drawn. */
export function FormulaShape({ shape, mark }: FormulaShapeProps) {
  const { ink, size, text } = shape
  const drawing = useDrawing(text)
  const { x, y, width, height } = cornersOf(shape)
  const color = INK_COLORS[ink]
  if (!drawing)
    return (
      <text {...mark} x={x} y={y + size} fill={color} fontSize={size} fontFamily={TEXT_FONT}>
        {text}
      </text>
    )
  return (
    <image {...mark} {...{ x, y, width, height }} href={imageOf(drawing, color)}>
      <title>{text}</title>
    </image>
  )
}
