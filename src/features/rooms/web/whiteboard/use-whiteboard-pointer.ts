import { type PointerEvent, type RefObject, useState } from "react"
import type { WhiteboardLaser } from "./laser/whiteboard-laser.ts"
import type { WhiteboardSelection } from "./selection/whiteboard-selection.ts"
import { placeOf, type useWhiteboardView } from "./use-whiteboard-view.ts"
import { type Choice, NO_PRESSURE, type Place, type WhiteboardPen } from "./whiteboard-pen.ts"
import { WhiteboardPointers } from "./whiteboard-pointers.ts"

type Point = { clientX: number; clientY: number }

type PointerOptions = {
  svg: RefObject<SVGSVGElement | null>
  pen: WhiteboardPen
  selection: WhiteboardSelection
  laser: WhiteboardLaser
  choice: Choice
  canDraw: boolean
  /** How far a pointer reaches, in units of the page. */
  reach: number
  view: ReturnType<typeof useWhiteboardView>
  /** The text tool was used here. */
  onText: (at: Place) => void
}

/**
 * Mouse, fingers and stylus: one draws or selects, two fingers move and zoom; once a stylus was used, fingers only
 * move, and while it is down they do nothing.
 */
export function useWhiteboardPointer(options: PointerOptions) {
  const { svg, pen, selection, laser, choice, canDraw, reach, view, onText } = options
  const [pointers] = useState(() => new WhiteboardPointers())

  function draws(event: PointerEvent): boolean {
    const isFinger = pointers.hasStylus && event.pointerType === "touch"
    return canDraw && choice.tool !== "hand" && event.button === 0 && !isFinger
  }

  function onPointerDown(event: PointerEvent<SVGSVGElement>) {
    if (!svg.current || !pointers.press(event)) return
    svg.current.setPointerCapture(event.pointerId)
    cancel()
    if (pointers.count > 1 || !draws(event)) return
    const at = placeOf(svg.current, event)
    if (choice.tool === "text") {
      event.preventDefault()
      return onText(at)
    }
    if (choice.tool === "select") selection.begin(at, gripOf(event))
    else if (choice.tool === "laser") laser.begin(at)
    else pen.begin(choice, at, pressureOf(event))
  }

  function gripOf({ shiftKey }: PointerEvent) {
    return { reach, adds: shiftKey, even: shiftKey }
  }

  function cancel() {
    pen.cancel()
    laser.end()
    if (selection.isDragging) selection.cancel()
  }

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const moved = pointers.move(event)
    if (!svg.current || !moved) return
    if (laser.isOn) laser.move(placeOf(svg.current, event))
    else if (selection.isDragging) selection.move(placeOf(svg.current, event), gripOf(event))
    else if (pen.isDown) {
      const parts = event.nativeEvent.getCoalescedEvents?.() ?? []
      for (const part of parts.length > 0 ? parts : [event.nativeEvent]) {
        pen.move(placeOf(svg.current, part), pressureOf(part), event.shiftKey)
      }
    } else if (moved.other) pinch(svg.current, event, moved.before, moved.other)
    else if (choice.tool === "hand" || !canDraw || pointers.hasStylus) slide(svg.current, event, moved.before)
  }

  function slide(element: SVGSVGElement, now: Point, before: Point) {
    const unit = 1 / (element.getScreenCTM()?.a ?? 1)
    view.pan((before.clientX - now.clientX) * unit, (before.clientY - now.clientY) * unit)
  }

  function pinch(element: SVGSVGElement, event: PointerEvent, before: Point, other: Point) {
    const apart = (one: Point) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
    const middle = {
      clientX: (event.clientX + other.clientX) / 2,
      clientY: (event.clientY + other.clientY) / 2,
    }
    view.zoomAt(apart(event) / Math.max(1, apart(before)), placeOf(element, middle))
    // Each finger moves the centre by half of its own distance.
    const half = {
      clientX: (before.clientX + event.clientX) / 2,
      clientY: (before.clientY + event.clientY) / 2,
    }
    slide(element, half, before)
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp(event: PointerEvent) {
      if (!pointers.lift(event.pointerId)) return
      if (pen.isDown) pen.end()
      if (selection.isDragging) selection.end()
      laser.end()
    },
    onPointerCancel(event: PointerEvent) {
      if (pointers.lift(event.pointerId)) cancel()
    },
  }
}

/** Returns a stylus's pressure, 1 to 100; NO_PRESSURE for anything else. */
function pressureOf({ pointerType, pressure }: { pointerType: string; pressure: number }): number {
  return pointerType === "pen" ? Math.max(1, Math.round(pressure * 100)) : NO_PRESSURE
}
