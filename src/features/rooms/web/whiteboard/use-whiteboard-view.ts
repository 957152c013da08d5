import { type RefObject, useCallback, useEffect, useState } from "react"
import type { Paper } from "#features/rooms/screen-paper.ts"

/** The visible part of the page, in units of the page. */
export type Sight = { x: number; y: number; scale: number }

/** All of a page. */
export const WHOLE: Sight = { x: 0, y: 0, scale: 1 }
const CLOSEST = 8
const STEP = 1.5

function within({ x, y, scale }: Sight, paper: Paper): Sight {
  const kept = Math.min(CLOSEST, Math.max(1, scale))
  const most = { x: paper.width - paper.width / kept, y: paper.height - paper.height / kept }
  return { x: Math.min(most.x, Math.max(0, x)), y: Math.min(most.y, Math.max(0, y)), scale: kept }
}

/** Returns the view after zooming by `factor` at a point, which stays in place. */
function zoomed(sight: Sight, factor: number, at: { x: number; y: number }, paper: Paper): Sight {
  const scale = Math.min(CLOSEST, Math.max(1, sight.scale * factor))
  const ratio = sight.scale / scale
  return within({ x: at.x - (at.x - sight.x) * ratio, y: at.y - (at.y - sight.y) * ratio, scale }, paper)
}

/** Returns the point on the page under a point of the screen. */
export function placeOf(svg: SVGSVGElement, client: { clientX: number; clientY: number }) {
  const matrix = svg.getScreenCTM()
  if (!matrix) return { x: 0, y: 0 }
  const { x, y } = new DOMPoint(client.clientX, client.clientY).matrixTransform(matrix.inverse())
  return { x: Math.round(x), y: Math.round(y) }
}

/** The part of the page this browser shows; each viewer chooses their own. */
export function useWhiteboardView(svg: RefObject<SVGSVGElement | null>, paper: Paper) {
  const [sight, setSight] = useState(WHOLE)
  const pan = useCallback(
    (dx: number, dy: number) =>
      setSight((before) => within({ ...before, x: before.x + dx, y: before.y + dy }, paper)),
    [paper],
  )
  const zoomAt = useCallback(
    (factor: number, at: { x: number; y: number }) => setSight((before) => zoomed(before, factor, at, paper)),
    [paper],
  )
  const zoom = useCallback(
    (closer: boolean) => {
      setSight((before) => {
        const middle = {
          x: before.x + paper.width / before.scale / 2,
          y: before.y + paper.height / before.scale / 2,
        }
        return zoomed(before, closer ? STEP : 1 / STEP, middle, paper)
      })
    },
    [paper],
  )
  const fit = useCallback(() => setSight(WHOLE), [])
  // React's wheel listeners are passive and can't prevent the page's own zoom.
  useEffect(() => {
    const element = svg.current
    if (!element) return
    function turn(event: WheelEvent) {
      event.preventDefault()
      if (!element) return
      if (event.ctrlKey || event.metaKey) zoomAt(Math.exp(-event.deltaY / 200), placeOf(element, event))
      else {
        const unit = 1 / (element.getScreenCTM()?.a ?? 1)
        pan(event.deltaX * unit, event.deltaY * unit)
      }
    }
    element.addEventListener("wheel", turn, { passive: false })
    return () => element.removeEventListener("wheel", turn)
  }, [svg, pan, zoomAt])
  const box = `${sight.x} ${sight.y} ${paper.width / sight.scale} ${paper.height / sight.scale}`
  return { sight, box, pan, zoomAt, zoom, fit }
}
