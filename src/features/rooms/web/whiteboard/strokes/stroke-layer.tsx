import { useEffect, useRef } from "react"
import { type Paper, pictureIn } from "#features/rooms/screen-paper.ts"
import { useSize } from "../../stage/use-size.ts"
import type { Sight } from "../use-whiteboard-view.ts"
import type { LiveStrokes } from "./live-strokes.ts"
import { StrokePainter } from "./stroke-painter.ts"

/** A class that draws together sends more packets than a phone can show. */
const PAINT_EVERY_MS = 50
/** Finer than this, nobody sees a difference while a stroke is drawn. */
const MOST_DENSE = 2

type StrokeLayerProps = { strokes: LiveStrokes; page: number; paper: Paper; sight: Sight }

/** What others are drawing right now, on a layer of its own over the page, which stays as it is meanwhile. */
export function StrokeLayer({ strokes, page, paper, sight }: StrokeLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSize(canvas)
  const dense = Math.min(MOST_DENSE, window.devicePixelRatio)
  useEffect(() => {
    const pen = canvas.current?.getContext("2d")
    if (!pen) return
    const { left, top, scale } = pictureIn(size, paper)
    const unit = dense * scale * sight.scale
    const at = [unit, 0, 0, unit, dense * left - unit * sight.x, dense * top - unit * sight.y] as const
    const painter = new StrokePainter(pen, at)
    return paintNowAndThen(strokes, (now) => painter.paint(strokes.on(page), now))
  }, [strokes, page, paper, sight, size, dense])
  return (
    <canvas
      ref={canvas}
      aria-hidden
      width={Math.round(size.width * dense)}
      height={Math.round(size.height * dense)}
      className="pointer-events-none absolute inset-0 size-full will-change-transform"
    />
  )
}

/**
 * Calls `paint` with the frames that follow changes, though not with every one of a screen, and again after as many ms as
 * it returns, if any.
 */
function paintNowAndThen(strokes: LiveStrokes, paint: (now: number) => number | null): () => void {
  let earliest = 0
  let [timer, frame] = [0, 0]
  const paintFrame = (now: number) => {
    ;[timer, frame, earliest] = [0, 0, now + PAINT_EVERY_MS]
    const again = paint(now)
    if (again !== null) timer = window.setTimeout(wait, again)
  }
  const wait = () => {
    timer = 0
    if (!frame) frame = requestAnimationFrame(paintFrame)
  }
  const change = () => {
    if (frame) return
    clearTimeout(timer)
    const early = earliest - performance.now()
    if (early > 0) timer = window.setTimeout(wait, early)
    else wait()
  }
  change()
  const leave = strokes.subscribe(change)
  return () => {
    leave()
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}
