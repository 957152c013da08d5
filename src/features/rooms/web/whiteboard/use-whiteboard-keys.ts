import { type KeyboardEvent, useState } from "react"
import { type Keys, keyOf } from "#ui/shortcuts/shortcuts.ts"
import { takeSelectionKey } from "./selection/take-selection-key.ts"
import type { WhiteboardSelection } from "./selection/whiteboard-selection.ts"
import { whiteboardKeys } from "./whiteboard-keys.ts"
import type { Choice, Place, WhiteboardPen } from "./whiteboard-pen.ts"
import type { WhiteboardSheet } from "./whiteboard-sheet.ts"
import { TOOL_KEYS, TOOLS, type Tool } from "./whiteboard-tool.ts"

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
  selection: WhiteboardSelection
  choice: Choice
  canDraw: boolean
  onTool: (tool: Tool) => void
  onText: (at: Place) => void
}

/**
 * Keyboard control of the whiteboard: arrows move the pen, Enter starts and ends a stroke; the tool to select has
 * keys of its own. `cursor` is the pen's position.
 */
export function useWhiteboardKeys({ sheet, pen, selection, choice, canDraw, onTool, onText }: KeyOptions) {
  const [cursor, setCursor] = useState<Place | null>(null)
  const { width, height } = sheet.getView().paper
  const middle = { x: Math.round(width / 2), y: Math.round(height / 2) }

  function step([dx, dy]: readonly [number, number], far: boolean) {
    const by = far ? LARGE_STEP : SMALL_STEP
    const from = cursor ?? middle
    const at = {
      x: Math.min(width, Math.max(0, from.x + dx * by)),
      y: Math.min(height, Math.max(0, from.y + dy * by)),
    }
    setCursor(at)
    pen.move(at)
    sheet.laser.move(at)
  }

  function press(at: Place) {
    if (choice.tool === "text") return onText(at)
    if (choice.tool === "laser") return sheet.laser.isOn ? sheet.laser.end() : sheet.laser.begin(at)
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
    const at = cursor ?? middle
    const key = keyOf(event)
    const is = (keys: Keys) => keys.includes(key)
    const arrow = STEPS[event.key]
    const tool = TOOLS.find((one) => TOOL_KEYS[one] === key)
    if (is(whiteboardKeys.undo) || is(whiteboardKeys.redo)) {
      selection.settle()
      if (is(whiteboardKeys.undo)) sheet.undo()
      else sheet.redo()
    } else if (tool) onTool(tool)
    else if (choice.tool === "select") return takeSelectionKey(event, selection)
    else if (arrow && is(whiteboardKeys.move)) step(arrow, false)
    else if (arrow && is(whiteboardKeys.moveFar)) step(arrow, true)
    else if (is(whiteboardKeys.pen)) press(at)
    else if (is(whiteboardKeys.erase)) eraseAt(at)
    else if (is(whiteboardKeys.cancel) && pen.isDown) pen.cancel()
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
    onBlur: () => {
      setCursor(null)
      sheet.laser.end()
      selection.rest()
    },
  }
}
