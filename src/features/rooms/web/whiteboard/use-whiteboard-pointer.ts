import { type PointerEvent, type RefObject, useRef } from "react"
import { placeOf, type useWhiteboardView } from "./use-whiteboard-view.ts"
import { type Choice, NO_PRESSURE, type Place, type WhiteboardPen } from "./whiteboard-pen.ts"

type Point = { clientX: number; clientY: number }

type PointerOptions = {
  svg: RefObject<SVGSVGElement | null>
  pen: WhiteboardPen
  choice: Choice
  canDraw: boolean
  view: ReturnType<typeof useWhiteboardView>
  /** The text tool was used here. */
  onText: (at: Place) => void
}

/**
 * Mouse, fingers and stylus: one draws, two fingers move and zoom; once a stylus was used, fingers only move.
 */
export function useWhiteboardPointer({ svg, pen, choice, canDraw, view, onText }: PointerOptions) {
  const down = useRef(new Map<number, Point>())
  const stylus = useRef(false)

  function draws(event: PointerEvent): boolean {
    if (event.pointerType === "pen") stylus.current = true
    const isPalm = stylus.current && event.pointerType === "touch"
    return canDraw && choice.tool !== "hand" && event.button === 0 && !isPalm
  }

  function onPointerDown(event: PointerEvent<SVGSVGElement>) {
    if (!svg.current) return
    down.current.set(event.pointerId, event)
    svg.current.setPointerCapture(event.pointerId)
    if (down.current.size > 1) return pen.cancel()
    if (!draws(event)) return
    const at = placeOf(svg.current, event)
    if (choice.tool === "text") {
      event.preventDefault()
      return onText(at)
    }
    pen.begin(choice, at, pressureOf(event))
  }

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const before = down.current.get(event.pointerId)
    if (!svg.current || !before) return
    if (pen.isDown) {
      const parts = event.nativeEvent.getCoalescedEvents?.() ?? []
      for (const part of parts.length > 0 ? parts : [event.nativeEvent]) {
        pen.move(placeOf(svg.current, part), pressureOf(part))
      }
    } else if (down.current.size === 2) pinch(svg.current, event, before)
    else if (choice.tool === "hand" || !canDraw || stylus.current) slide(svg.current, event, before)
    down.current.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY })
  }

  function slide(element: SVGSVGElement, now: Point, before: Point) {
    const unit = 1 / (element.getScreenCTM()?.a ?? 1)
    view.pan((before.clientX - now.clientX) * unit, (before.clientY - now.clientY) * unit)
  }

  function pinch(element: SVGSVGElement, event: PointerEvent, before: Point) {
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
    if (!other) return
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

  function lift(event: PointerEvent) {
    down.current.delete(event.pointerId)
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp(event: PointerEvent) {
      lift(event)
      if (pen.isDown) pen.end()
    },
    onPointerCancel(event: PointerEvent) {
      lift(event)
      pen.cancel()
    },
  }
}

/** Returns a stylus's pressure, 1 to 100; NO_PRESSURE for anything else. */
function pressureOf({ pointerType, pressure }: { pointerType: string; pressure: number }): number {
  return pointerType === "pen" ? Math.max(1, Math.round(pressure * 100)) : NO_PRESSURE
}
