import { type KeyboardEvent, useState } from "react"
import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { type Keys, keyOf } from "#ui/shortcuts/shortcuts.ts"
import { whiteboardKeys } from "./whiteboard-keys.ts"
import type { Choice, Place, WhiteboardPen } from "./whiteboard-pen.ts"
import type { WhiteboardSheet } from "./whiteboard-sheet.ts"
import { TOOLS, type Tool } from "./whiteboard-tool.ts"

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const SMALL_STEP = 10
const LARGE_STEP = 80

type KeyOptions = {
  sheet: WhiteboardSheet
  pen: WhiteboardPen
  choice: Choice
  canDraw: boolean
  onTool: (tool: Tool) => void
  onText: (at: Place) => void
}

/**
 * Keyboard control of the whiteboard: arrows move the pen, Enter starts and ends a stroke. `cursor` is the
 * pen's position.
 */
export function useWhiteboardKeys({ sheet, pen, choice, canDraw, onTool, onText }: KeyOptions) {
  const [cursor, setCursor] = useState<Place | null>(null)

  function step([dx, dy]: readonly [number, number], far: boolean) {
    const by = far ? LARGE_STEP : SMALL_STEP
    const from = cursor ?? { x: PAGE.width / 2, y: PAGE.height / 2 }
    const at = {
      x: Math.min(PAGE.width, Math.max(0, from.x + dx * by)),
      y: Math.min(PAGE.height, Math.max(0, from.y + dy * by)),
    }
    setCursor(at)
    pen.move(at)
  }

  function press(at: Place) {
    if (choice.tool === "text") return onText(at)
    if (pen.isDown) return pen.end()
    pen.begin(choice, at)
    if (choice.tool === "eraser") pen.end()
  }

  function eraseAt(at: Place) {
    pen.begin({ ...choice, tool: "eraser" }, at)
    pen.end()
  }

  /** Returns whether the whiteboard used the key. */
  function take(event: KeyboardEvent): boolean {
    const at = cursor ?? { x: PAGE.width / 2, y: PAGE.height / 2 }
    const key = keyOf(event)
    const is = (keys: Keys) => keys.includes(key)
    const arrow = STEPS[event.key]
    const tool = is(whiteboardKeys.tool) && TOOLS[Number(key) - 1]
    if (is(whiteboardKeys.undo)) sheet.undo()
    else if (is(whiteboardKeys.redo)) sheet.redo()
    else if (arrow && is(whiteboardKeys.move)) step(arrow, false)
    else if (arrow && is(whiteboardKeys.moveFar)) step(arrow, true)
    else if (is(whiteboardKeys.pen)) press(at)
    else if (is(whiteboardKeys.erase)) eraseAt(at)
    else if (is(whiteboardKeys.cancel) && pen.isDown) pen.cancel()
    else if (tool) onTool(tool)
    else return false
    return true
  }

  return {
    cursor,
    onKeyDown(event: KeyboardEvent) {
      if (!canDraw || !take(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onBlur: () => setCursor(null),
  }
}
