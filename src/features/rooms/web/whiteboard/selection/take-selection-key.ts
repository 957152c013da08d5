import type { KeyboardEvent } from "react"
import { type Keys, keyOf } from "#ui/shortcuts/shortcuts.ts"
import { selectionKeys } from "./selection-keys.ts"
import type { WhiteboardSelection } from "./whiteboard-selection.ts"

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** How far a key moves or stretches, in units of the page. */
const STEP = 10

/** Works a selection by a key. Returns whether it used the key: Tab leaves the page after the last item. */
export function takeSelectionKey(event: KeyboardEvent, selection: WhiteboardSelection): boolean {
  const key = keyOf(event)
  const is = (keys: Keys) => keys.includes(key)
  const [dx, dy] = WAYS[event.key] ?? [0, 0]
  if (is(selectionKeys.next) || is(selectionKeys.previous)) return selection.go(event.shiftKey)
  if (is(selectionKeys.take) || is(selectionKeys.add)) return selection.take(event.shiftKey)
  if (is(selectionKeys.cancel)) return selection.cancel()
  if (is(selectionKeys.all)) selection.selectAll()
  else if (is(selectionKeys.move)) selection.step(dx * STEP, dy * STEP, false)
  else if (is(selectionKeys.resize)) selection.step(dx * STEP, dy * STEP, true)
  else if (is(selectionKeys.copy)) selection.copy()
  // The browser tells what is pasted, which may be a picture: see `usePictures`.
  else if (is(selectionKeys.duplicate)) selection.duplicate()
  else if (is(selectionKeys.erase)) selection.erase()
  else return false
  return true
}
